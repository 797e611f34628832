import { type PairedMoments, varies } from './paired-moments';

/**
 * Share of the returns' variance that the line on the benchmark explains, 0 to 1: the square of Pearson's correlation.
 * Null with fewer than 2 returns, or where one of both does not vary.
 */
export function computeRSquared({
  squares,
  benchmarkSquares,
  products,
  count,
}: PairedMoments): number | null {
  if (!varies(squares, count) || !varies(benchmarkSquares, count)) return null;
  return Math.min(1, (products / squares) * (products / benchmarkSquares));
}
