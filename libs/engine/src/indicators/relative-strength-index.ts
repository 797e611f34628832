/**
 * Relative strength index, 0 to 100: 100 × gain / (gain + loss), both smoothed as Wilder does: seeded with the mean of
 * the first `period` changes, then `(previous × (period - 1) + change) / period`. NaN before index `period`; 0 where
 * there is neither gain nor loss (TA-Lib's convention).
 *
 * Source: J. Welles Wilder, New Concepts in Technical Trading Systems (1978).
 */
export function relativeStrengthIndex(values: Float64Array, period: number): Float64Array {
  const strengths = new Float64Array(values.length).fill(NaN, 0, period);
  if (values.length <= period) return strengths;
  let gain = 0;
  let loss = 0;
  for (let index = 1; index <= period; index++) {
    const change = values[index] - values[index - 1];
    if (change > 0) gain += change;
    else loss -= change;
  }
  gain /= period;
  loss /= period;
  strengths[period] = strengthOf(gain, loss);
  for (let index = period + 1; index < values.length; index++) {
    const change = values[index] - values[index - 1];
    gain = (gain * (period - 1) + (change > 0 ? change : 0)) / period;
    loss = (loss * (period - 1) + (change < 0 ? -change : 0)) / period;
    strengths[index] = strengthOf(gain, loss);
  }
  return strengths;
}

function strengthOf(gain: number, loss: number): number {
  const movement = gain + loss;
  return movement === 0 ? 0 : (100 * gain) / movement;
}
