import { Bar, CandleColumns } from '../market/candle-columns';
import { CandleIndicator, IncrementalIndicator } from './indicator';
import { barsRule } from './parameter-rule';
import {
  IncrementalRollingHighest,
  IncrementalRollingLowest,
  rollingHighest,
  rollingLowest,
} from './rolling-extremes';
import { IncrementalSimpleMovingAverage, simpleMovingAverage } from './simple-moving-average';

function stochasticOscillatorLookback(period: number, smooth: number, signal: number): number {
  return period + smooth + signal - 3;
}

/**
 * Where the close lies between the lowest low (0) and the highest high (100) of the last `period` bars; NaN before index
 * `period - 1`, 0 where the two are the same (TA-Lib's convention).
 */
function placeInRange({ high, low, close, length }: CandleColumns, period: number): Float64Array {
  const places = rollingHighest(high, period);
  const lowest = rollingLowest(low, period);
  for (let bar = period - 1; bar < length; bar++) {
    places[bar] = placeOf(close[bar], lowest[bar], places[bar]);
  }
  return places;
}

class IncrementalStochasticOscillator implements IncrementalIndicator<Bar> {
  readonly values = Float64Array.of(NaN, NaN);
  private readonly highest: IncrementalRollingHighest;
  private readonly lowest: IncrementalRollingLowest;
  private readonly k: IncrementalSimpleMovingAverage;
  private readonly d: IncrementalSimpleMovingAverage;
  private barsToPlace: number;
  private barsToK: number;
  private barsToD: number;

  constructor(period: number, smooth: number, signal: number) {
    this.highest = new IncrementalRollingHighest(period);
    this.lowest = new IncrementalRollingLowest(period);
    this.k = new IncrementalSimpleMovingAverage(smooth);
    this.d = new IncrementalSimpleMovingAverage(signal);
    this.barsToPlace = period - 1;
    this.barsToK = smooth - 1;
    this.barsToD = signal - 1;
  }

  update({ high, low, close }: Bar): void {
    this.highest.update(high);
    this.lowest.update(low);
    if (this.barsToPlace > 0) {
      this.barsToPlace--;
      return;
    }
    this.k.update(placeOf(close, this.lowest.values[0], this.highest.values[0]));
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

function placeOf(close: number, lowest: number, highest: number): number {
  const range = highest - lowest;
  return range === 0 ? 0 : (100 * (close - lowest)) / range;
}

/** Source: George Lane's slow stochastic, both smoothings simple moving averages. */
export const stochasticOscillatorIndicator: CandleIndicator<'period' | 'smooth' | 'signal'> = {
  name: 'stochastic',
  summary: 'Stochastic oscillator: the place of the close in the range of the last bars, 0 to 100, smoothed.',
  parameters: {
    period: barsRule(14, 'Bars of the range.'),
    smooth: barsRule(3, 'Bars the place is averaged over, giving k.'),
    signal: barsRule(3, 'Bars k is averaged over, giving d.'),
  },
  input: 'candles',
  outputs: ['k', 'd'],
  lookback: ({ period, smooth, signal }) => stochasticOscillatorLookback(period, smooth, signal),
  warmup: ({ period, smooth, signal }) => stochasticOscillatorLookback(period, smooth, signal),
  compute(candles, { period, smooth, signal }) {
    const k = simpleMovingAverage(placeInRange(candles, period), smooth, period - 1);
    const d = simpleMovingAverage(k, signal, period + smooth - 2);
    // TA-Lib starts both with the later one.
    return [k.fill(NaN, 0, stochasticOscillatorLookback(period, smooth, signal)), d];
  },
  start: ({ period, smooth, signal }) => new IncrementalStochasticOscillator(period, smooth, signal),
};
