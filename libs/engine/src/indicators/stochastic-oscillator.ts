import { CandleColumns } from '../market/candle-columns';
import { CandleIndicator } from './indicator';
import { barsRule } from './parameter-rule';
import { rollingHighest, rollingLowest } from './rolling-extremes';
import { simpleMovingAverage } from './simple-moving-average';

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
    const range = places[bar] - lowest[bar];
    places[bar] = range === 0 ? 0 : (100 * (close[bar] - lowest[bar])) / range;
  }
  return places;
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
  compute(candles, { period, smooth, signal }) {
    const k = simpleMovingAverage(placeInRange(candles, period), smooth, period - 1);
    const d = simpleMovingAverage(k, signal, period + smooth - 2);
    // TA-Lib starts both with the later one.
    return [k.fill(NaN, 0, stochasticOscillatorLookback(period, smooth, signal)), d];
  },
};
