import { annualisedRatio } from '../annualised-ratio';
import { deviationOf, type PairedMoments } from './paired-moments';

/**
 * Mean of return − benchmark return over its sample standard deviation, × √(periods per year): the active return over the
 * tracking error. empyrical's `excess_sharpe` is the same without the root. Null with fewer than 2 returns, or where the
 * difference does not vary.
 *
 * Source: R. C. Grinold, R. N. Kahn, Active Portfolio Management (2000).
 */
export function computeInformationRatio(
  { activeMean, activeSquares, count }: PairedMoments,
  periodsPerYear: number,
): number | null {
  return annualisedRatio(activeMean, deviationOf(activeSquares, count), periodsPerYear);
}
