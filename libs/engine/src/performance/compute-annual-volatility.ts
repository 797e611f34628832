import { computeStandardDeviation } from './compute-standard-deviation';

/** Sample standard deviation of the returns × √(periods per year); null with fewer than 2 returns. */
export function computeAnnualVolatility(returns: Float64Array, periodsPerYear: number): number | null {
  const deviation = computeStandardDeviation(returns);
  return deviation === null ? null : deviation * Math.sqrt(periodsPerYear);
}
