import { normalCumulative } from './normal-cumulative';
import { type ReturnMoments } from './return-moments';
import { sharpeRatioVariance } from './sharpe-ratio-variance';

/**
 * The probability that the true Sharpe ratio is above `benchmark`, given the returns' number and shape:
 * Φ((SR - benchmark)·√(T - 1) / √(1 - γ₃·SR + (γ₄ - 1)/4·SR²)). Both ratios are per period, not annualised. Null with
 * fewer than 2 observations.
 *
 * Source: D. Bailey and M. López de Prado, The Sharpe Ratio Efficient Frontier, Journal of Risk 15(2) (2012).
 */
export function probabilisticSharpeRatio(moments: ReturnMoments, benchmark = 0): number | null {
  const variance = sharpeRatioVariance(moments);
  if (variance === null || moments.observations < 2) return null;
  const { sharpeRatio, observations } = moments;
  return normalCumulative(((sharpeRatio - benchmark) * Math.sqrt(observations - 1)) / Math.sqrt(variance));
}
