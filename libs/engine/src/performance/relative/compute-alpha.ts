import { type Annualisation } from './annualisation';
import { computeBeta } from './compute-beta';
import { type PairedMoments } from './paired-moments';

/**
 * Intercept a of the least-squares line of excess returns on the benchmark's, compounded over a year:
 * (1 + a)^(periods per year) − 1, a fraction. Null where beta is, or where it exceeds any number.
 *
 * Source: M. C. Jensen, The Performance of Mutual Funds, Journal of Finance (1968); annualised as empyrical's `alpha`.
 */
export function computeAlpha(
  moments: PairedMoments,
  { periodsPerYear, riskFreeRatePerYear }: Annualisation,
): number | null {
  const beta = computeBeta(moments);
  if (beta === null) return null;
  const riskFree = riskFreeRatePerYear / periodsPerYear;
  const intercept = moments.mean - riskFree - beta * (moments.benchmarkMean - riskFree);
  const alpha = (1 + intercept) ** periodsPerYear - 1;
  return Number.isFinite(alpha) ? alpha : null;
}
