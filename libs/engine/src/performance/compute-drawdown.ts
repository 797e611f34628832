export interface Drawdown {
  /** The largest fall from a peak: a positive fraction, 0 to 1 (libraries disagree on the sign). */
  readonly maximum: number;
  /** The longest time from a peak to the first bar that is at it again. */
  readonly longestBars: number;
  readonly longestSeconds: number;
  /** Of all values, which the same pass adds up; null without any. */
  readonly mean: number | null;
}

/**
 * The falls of an equity curve: maximum = max over t of 1 - equity[t] / max(equity[0 … t]). A fall still open at the end
 * lasts up to the last bar. The longest in bars and the longest in seconds are found apart: gaps can make them two. All
 * 0 when equity never falls. Durations are backtesting.py's, except that it leaves out a fall that begins with the very
 * last bar.
 *
 * `openTime` in ms, one per value of equity.
 */
export function computeDrawdown(equity: Float64Array, openTime: Float64Array): Drawdown {
  let maximum = 0;
  let longestBars = 0;
  let longestMilliseconds = 0;
  let sum = 0;
  const length = equity.length;
  let index = 0;
  while (index < length) {
    const peakIndex = index;
    const peak = equity[peakIndex];
    let trough = peak;
    sum += peak;
    index++;
    // Four at a time: the loop costs as much as what it compares.
    for (; index + 3 < length; index += 4) {
      const first = equity[index];
      const second = equity[index + 1];
      const third = equity[index + 2];
      const fourth = equity[index + 3];
      if (!(first < peak && second < peak && third < peak && fourth < peak)) break;
      sum = sum + first + second + third + fourth;
      if (first < trough) trough = first;
      if (second < trough) trough = second;
      if (third < trough) trough = third;
      if (fourth < trough) trough = fourth;
    }
    for (; index < length && equity[index] < peak; index++) {
      const value = equity[index];
      sum += value;
      if (value < trough) trough = value;
    }
    if (trough === peak) continue;
    const end = index < length ? index : length - 1;
    maximum = Math.max(maximum, 1 - trough / peak);
    longestBars = Math.max(longestBars, end - peakIndex);
    longestMilliseconds = Math.max(longestMilliseconds, openTime[end] - openTime[peakIndex]);
  }
  const mean = length === 0 ? null : sum / length;
  return { maximum, longestBars, longestSeconds: longestMilliseconds / 1000, mean };
}
