import { type Bar } from '../market/candle-columns';
import { type CandleIndicator, type IncrementalIndicator } from './indicator';
import { barsRule } from './parameter-rule';
import { IncrementalPositionInRange, positionsInRange } from './position-in-range';
import { IncrementalSimpleMovingAverage, simpleMovingAverage } from './simple-moving-average';

const LOWEST_POSITION = 0;

function stochasticOscillatorLookback(period: number, smooth: number, signal: number): number {
  return period + smooth + signal - 3;
}

class IncrementalStochasticOscillator implements IncrementalIndicator<Bar> {
  readonly values = Float64Array.of(NaN, NaN);
  private readonly position: IncrementalPositionInRange;
  private readonly k: IncrementalSimpleMovingAverage;
  private readonly d: IncrementalSimpleMovingAverage;
  private barsToPosition: number;
  private barsToK: number;
  private barsToD: number;

  constructor(period: number, smooth: number, signal: number) {
    this.position = new IncrementalPositionInRange(period, LOWEST_POSITION);
    this.k = new IncrementalSimpleMovingAverage(smooth);
    this.d = new IncrementalSimpleMovingAverage(signal);
    this.barsToPosition = period - 1;
    this.barsToK = smooth - 1;
    this.barsToD = signal - 1;
  }

  update(bar: Bar): void {
    this.position.update(bar);
    if (this.barsToPosition > 0) {
      this.barsToPosition--;
      return;
    }
    this.k.update(this.position.values[0]);
    if (this.barsToK > 0) {
      this.barsToK--;
      return;
    }
    const k = this.k.values[0];
    this.d.update(k);
    if (this.barsToD > 0) {
      this.barsToD--;
      return;
    }
    this.values[0] = k;
    this.values[1] = this.d.values[0];
  }
}

/** Source: George Lane's slow stochastic, both smoothings simple moving averages. */
export const stochasticOscillatorIndicator: CandleIndicator<'period' | 'smooth' | 'signal'> = {
  name: 'stochastic',
  summary:
    'Stochastic oscillator: the position of the close in the range of the last bars, 0 to 100, smoothed.',
  parameters: {
    period: barsRule(14, 'Bars of the range.'),
    smooth: barsRule(3, 'Bars the position is averaged over, giving k.'),
    signal: barsRule(3, 'Bars k is averaged over, giving d.'),
  },
  input: 'candles',
  outputs: ['k', 'd'],
  lookback: ({ period, smooth, signal }) => stochasticOscillatorLookback(period, smooth, signal),
  warmup: ({ period, smooth, signal }) => stochasticOscillatorLookback(period, smooth, signal),
  compute(candles, { period, smooth, signal }, into) {
    // The positions are where d will be.
    const positions = positionsInRange(candles, period, LOWEST_POSITION, into?.[1]);
    const k = simpleMovingAverage(positions, smooth, period - 1, into?.[0]);
    const d = simpleMovingAverage(k, signal, period + smooth - 2, positions);
    // TA-Lib starts both with the later one.
    return [k.fill(NaN, 0, stochasticOscillatorLookback(period, smooth, signal)), d];
  },
  start: ({ period, smooth, signal }) => new IncrementalStochasticOscillator(period, smooth, signal),
};
