import { CandleColumns } from '../market/candle-columns';
import { CandleIndicator } from './indicator';
import { barsRule } from './parameter-rule';

export function averageTrueRangeLookback(period: number): number {
  return period;
}

/**
 * True range smoothed as Wilder does: seeded with the mean of the first `period` ranges, then
 * `(previous × (period - 1) + range) / period`; NaN before index `period`.
 *
 * Source: J. Welles Wilder, New Concepts in Technical Trading Systems (1978).
 */
export function averageTrueRange({ high, low, close, length }: CandleColumns, period: number): Float64Array {
  const averages = new Float64Array(length);
  const kept = (period - 1) / period;
  const weight = 1 / period;
  let average = 0;
  for (let bar = 1; bar < length; bar++) {
    const before = close[bar - 1];
    const range = Math.max(high[bar], before) - Math.min(low[bar], before);
    // Until the seed is complete the mean is being summed: each range weighs the same.
    average = range * weight + (bar > period ? average * kept : average);
    averages[bar] = average;
  }
  return averages.fill(NaN, 0, averageTrueRangeLookback(period));
}

export const averageTrueRangeIndicator: CandleIndicator<'period'> = {
  name: 'atr',
  summary: "Average true range: Wilder's average of the bars' ranges.",
  parameters: { period: barsRule(14, 'Bars of the average.') },
  input: 'candles',
  outputs: ['atr'],
  lookback: ({ period }) => averageTrueRangeLookback(period),
  compute: (candles, { period }) => [averageTrueRange(candles, period)],
};
