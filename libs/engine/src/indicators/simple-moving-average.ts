/**
 * Mean of the last `period` values; NaN before the first full window, at index `period - 1`.
 *
 * A running sum, as TA-Lib computes it: a value that leaves the window is subtracted from the one that enters before
 * either touches the sum, so a flat stretch adds no rounding.
 */
export function simpleMovingAverage(values: Float64Array, period: number): Float64Array {
  const averages = new Float64Array(values.length).fill(NaN, 0, period - 1);
  if (values.length < period) return averages;
  let sum = 0;
  for (let index = 0; index < period; index++) sum += values[index];
  averages[period - 1] = sum / period;
  for (let index = period; index < values.length; index++) {
    sum += values[index] - values[index - period];
    averages[index] = sum / period;
  }
  return averages;
}
