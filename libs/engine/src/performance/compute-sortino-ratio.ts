import { computeDownsideDeviation } from './compute-downside-deviation';
import { computeMean } from './compute-mean';

const NO_DEVIATION = 1e-12;

/**
 * Sortino ratio, annualised: (mean return - minimum return) / downside deviation × √(periods per year), the minimum
 * being per period. Null with fewer than 2 returns or without any below the minimum.
 *
 * Source: F. Sortino and L. Price, Performance Measurement in a Downside Risk Framework, Journal of Investing (1994).
 */
export function computeSortinoRatio(
  returns: Float64Array,
  periodsPerYear: number,
  minimumReturn = 0,
): number | null {
  const mean = computeMean(returns);
  const deviation = computeDownsideDeviation(returns, minimumReturn);
  if (mean === null || deviation === null || returns.length < 2 || deviation < NO_DEVIATION) return null;
  return ((mean - minimumReturn) / deviation) * Math.sqrt(periodsPerYear);
}
