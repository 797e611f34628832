import { normalQuantile } from './normal-quantile';
import { type ReturnMoments } from './return-moments';
import { sharpeRatioVariance } from './sharpe-ratio-variance';

/**
 * How many returns it takes until a Sharpe ratio like this one is above `benchmark` with the given confidence:
 * 1 + (1 - γ₃·SR + (γ₄ - 1)/4·SR²)·(Φ⁻¹(confidence) / (SR - benchmark))². In observations; both ratios are per period.
 * Null when the ratio is not above the benchmark: no length suffices.
 *
 * Source: D. Bailey and M. López de Prado, The Sharpe Ratio Efficient Frontier, Journal of Risk 15(2) (2012).
 */
export function minimumTrackRecordLength(
  moments: Omit<ReturnMoments, 'observations'>,
  benchmark = 0,
  confidence = 0.95,
): number | null {
  const variance = sharpeRatioVariance(moments);
  const excess = moments.sharpeRatio - benchmark;
  if (variance === null || !(excess > 0)) return null;
  const length = 1 + variance * (normalQuantile(confidence) / excess) ** 2;
  return Number.isFinite(length) ? length : null;
}
