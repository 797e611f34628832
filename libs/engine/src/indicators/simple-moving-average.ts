import { SourceIndicator } from './indicator';
import { barsRule } from './parameter-rule';

function simpleMovingAverageLookback(period: number): number {
  return period - 1;
}

/**
 * Mean of the last `period` values; NaN before the first full window, at index `from + period - 1`. `from` is the index
 * of the first value that counts.
 *
 * A running sum, as TA-Lib computes it: a value that leaves the window is subtracted from the one that enters before
 * either touches the sum, so a flat stretch adds no rounding.
 */
export function simpleMovingAverage(values: Float64Array, period: number, from = 0): Float64Array {
  const first = from + simpleMovingAverageLookback(period);
  const averages = new Float64Array(values.length).fill(NaN, 0, first);
  if (values.length <= first) return averages;
  let sum = 0;
  for (let index = from; index <= first; index++) sum += values[index];
  averages[first] = sum / period;
  for (let index = first + 1; index < values.length; index++) {
    sum += values[index] - values[index - period];
    averages[index] = sum / period;
  }
  return averages;
}

export const simpleMovingAverageIndicator: SourceIndicator<'period'> = {
  name: 'sma',
  summary: 'Simple moving average: the mean of the last values.',
  parameters: { period: barsRule(20, 'Bars in the average.') },
  input: 'source',
  outputs: ['sma'],
  lookback: ({ period }) => simpleMovingAverageLookback(period),
  compute: (source, { period }) => [simpleMovingAverage(source, period)],
};
