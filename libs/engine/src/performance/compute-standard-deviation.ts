import { computeMean } from './compute-mean';

/** Sample standard deviation (n - 1 in the denominator), in two passes; null with fewer than 2 values. */
export function computeStandardDeviation(values: Float64Array): number | null {
  const mean = computeMean(values);
  if (mean === null || values.length < 2) return null;
  let squares = 0;
  for (let index = 0; index < values.length; index++) {
    const deviation = values[index] - mean;
    squares += deviation * deviation;
  }
  return Math.sqrt(squares / (values.length - 1));
}
