import { medianOf } from './median';

export const OUTLIER_WINDOW = 20;
export const OUTLIER_FACTOR = 10;

/**
 * Whether a close is more than ten times off the median of the closes before it, in either direction. With fewer than
 * twenty closes nothing is called an outlier: there is too little to judge by.
 */
export function isOutlierClose(close: number, previousCloses: readonly number[]): boolean {
  if (previousCloses.length < OUTLIER_WINDOW) return false;
  if (isNearAll(close, previousCloses)) return false;
  const median = medianOf(previousCloses.slice(-OUTLIER_WINDOW));
  return close > median * OUTLIER_FACTOR || close * OUTLIER_FACTOR < median;
}

/** Within ten times of each of them, and so of their median, which need not be found then. */
function isNearAll(close: number, previousCloses: readonly number[]): boolean {
  for (let index = previousCloses.length - OUTLIER_WINDOW; index < previousCloses.length; index++) {
    const previous = previousCloses[index];
    if (close > previous * OUTLIER_FACTOR || close * OUTLIER_FACTOR < previous) return false;
  }
  return true;
}
