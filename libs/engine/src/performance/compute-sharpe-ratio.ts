import { annualisedRatio } from './annualised-ratio';
import { computeMean } from './compute-mean';
import { computeStandardDeviation } from './compute-standard-deviation';

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
  const excess = mean === null ? null : mean - riskFreeRatePerYear / periodsPerYear;
  return annualisedRatio(excess, computeStandardDeviation(returns), periodsPerYear);
}
