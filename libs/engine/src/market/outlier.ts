export const OUTLIER_WINDOW = 20;
export const OUTLIER_FACTOR = 10;

/**
 * Whether a close is more than ten times off the median of the closes before it, in either direction. With fewer than
 * twenty closes nothing is called an outlier: there is too little to judge by.
 */
export function isOutlierClose(close: number, previousCloses: readonly number[]): boolean {
  if (previousCloses.length < OUTLIER_WINDOW) return false;
  const median = medianOf(previousCloses.slice(-OUTLIER_WINDOW));
  return close > median * OUTLIER_FACTOR || close * OUTLIER_FACTOR < median;
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >>> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
