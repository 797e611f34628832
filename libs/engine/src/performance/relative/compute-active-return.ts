import { type PairedMoments } from './paired-moments';

/** Mean of return − benchmark return, × periods per year: a fraction, not compounded. Null without returns. */
export function computeActiveReturn(
  { activeMean, count }: PairedMoments,
  periodsPerYear: number,
): number | null {
  return count === 0 ? null : activeMean * periodsPerYear;
}
