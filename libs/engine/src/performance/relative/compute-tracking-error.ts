import { deviationOf, type PairedMoments } from './paired-moments';

/** Sample standard deviation of return − benchmark return, × √(periods per year); null with fewer than 2 returns. */
export function computeTrackingError(
  { activeSquares, count }: PairedMoments,
  periodsPerYear: number,
): number | null {
  const deviation = deviationOf(activeSquares, count);
  return deviation === null ? null : deviation * Math.sqrt(periodsPerYear);
}
