import { expectedMaximumSharpe } from './expected-maximum-sharpe';

/**
 * The years of data below which the best of `trials` strategies without skill is expected to show at least this annual
 * Sharpe ratio: (expectedMaximumSharpe(trials) / SR)². Null unless the ratio is above 0.
 *
 * Source: D. Bailey, J. Borwein, M. López de Prado and Q. Zhu, Pseudo-Mathematics and Financial Charlatanism, Notices of
 * the AMS 61(5) (2014).
 */
export function minimumBacktestLengthYears(trials: number, annualSharpeRatio: number): number | null {
  return annualSharpeRatio > 0 ? (expectedMaximumSharpe(trials) / annualSharpeRatio) ** 2 : null;
}
