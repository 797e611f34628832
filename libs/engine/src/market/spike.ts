import type { Interval } from './interval';
import { medianOf } from './median';

/** Closes before a candle by which it is judged: one more than returns. */
export const SPIKE_WINDOW = 101;
const FEWEST_RETURNS = 30;
const LARGEST_SCORE = 10;
/** Makes the median absolute deviation of normally distributed values their standard deviation. */
const NORMAL_CONSISTENCY = 1.4826;

/**
 * Logarithmic returns up to which a close is never called a spike: illiquid series that trade as they should exceed ten
 * deviations on one candle in twenty. The largest return found in real series was half of its floor or less up to 30m, and
 * 0.26 at 1h.
 */
const FLOORS: Readonly<Record<Interval, number>> = {
  '1m': 0.1,
  '3m': 0.12,
  '5m': 0.12,
  '15m': 0.2,
  '30m': 0.2,
  '1h': 0.3,
  '2h': 0.3,
  '4h': 0.4,
  '6h': 0.4,
  '12h': 0.4,
  '1d': 0.6,
};

/** Whether the logarithmic return from one close to the next is so large that the next may be a spike. */
export function isLargeReturn(close: number, previousClose: number, interval: Interval): boolean {
  return Math.abs(Math.log(close / previousClose)) > FLOORS[interval];
}

/**
 * Whether a close jumps away from those before it (oldest first, up to 101 of them count) by more than its interval's floor and by
 * more than ten deviations: |r − median| / (1.4826 MAD) over the returns before it (Hampel's identifier; Pearson, "Outliers
 * in process modeling and identification", 2002). Without deviation the floor alone decides; with fewer than 30 returns
 * there is too little to judge by.
 */
export function isSpikeCandidate(
  close: number,
  previousCloses: readonly number[],
  interval: Interval,
): boolean {
  const closes = previousCloses.slice(-SPIKE_WINDOW);
  if (closes.length <= FEWEST_RETURNS) return false;
  if (!isLargeReturn(close, closes[closes.length - 1], interval)) return false;
  const returns = closes.slice(1).map((later, index) => Math.log(later / closes[index]));
  const middle = medianOf(returns);
  const deviation = medianOf(returns.map((value) => Math.abs(value - middle))) * NORMAL_CONSISTENCY;
  const distance = Math.abs(Math.log(close / closes[closes.length - 1]) - middle);
  return deviation === 0 || distance / deviation > LARGEST_SCORE;
}

/** Whether the close after a jump is back within half of it (in logarithms) of the close before: then it was a spike. */
export function returnsFromJump(before: number, jumped: number, after: number): boolean {
  return Math.abs(Math.log(after / before)) <= Math.abs(Math.log(jumped / before)) / 2;
}
