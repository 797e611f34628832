import { computeMean } from './compute-mean';

/** Value of all fills / mean equity; null when there is no equity on average. */
export function computeTurnover(tradedValue: number, equity: Float64Array): number | null {
  const mean = computeMean(equity);
  return mean === null || mean <= 0 ? null : tradedValue / mean;
}
