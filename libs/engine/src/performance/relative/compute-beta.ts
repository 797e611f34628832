import { type PairedMoments, varies } from './paired-moments';

/**
 * Slope of the least-squares line of excess returns on the benchmark's; a constant risk-free rate does not change it.
 * Null with fewer than 2 returns, or where the benchmark does not vary.
 *
 * Source: W. F. Sharpe, Capital Asset Prices, Journal of Finance (1964); as empyrical's `beta`.
 */
export function computeBeta({ benchmarkSquares, products, count }: PairedMoments): number | null {
  return varies(benchmarkSquares, count) ? products / benchmarkSquares : null;
}
