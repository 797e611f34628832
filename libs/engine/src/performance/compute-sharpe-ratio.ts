import { computeMean } from './compute-mean';
import { computeStandardDeviation } from './compute-standard-deviation';

/** Below this, the deviation is rounding and not risk. */
const NO_DEVIATION = 1e-12;

/**
 * Sharpe ratio, annualised: (mean return - risk-free rate per period) / sample standard deviation × √(periods per year).
 * Arithmetic, as empyrical's; backtesting.py's is geometric and differs. Null with fewer than 2 returns or none that
 * deviates.
 *
 * Source: W. F. Sharpe, The Sharpe Ratio, Journal of Portfolio Management (1994).
 */
export function computeSharpeRatio(
  returns: Float64Array,
  periodsPerYear: number,
  riskFreeRatePerYear = 0,
): number | null {
  const mean = computeMean(returns);
  const deviation = computeStandardDeviation(returns);
  if (mean === null || deviation === null || deviation < NO_DEVIATION) return null;
  return ((mean - riskFreeRatePerYear / periodsPerYear) / deviation) * Math.sqrt(periodsPerYear);
}
