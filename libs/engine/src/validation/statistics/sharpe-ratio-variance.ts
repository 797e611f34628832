import { type ReturnMoments } from './return-moments';

/**
 * Variance of an estimated Sharpe ratio times the observations (less one): 1 - γ₃·SR + (γ₄ - 1)/4·SR², from skewness γ₃
 * and kurtosis γ₄ (not excess). 1 + SR²/2 for normal returns. Null where it is not above 0, which moments of real returns
 * never make it.
 *
 * Source: E. Mertens, Comments on Variance of the IID Estimator in Lo (2002); as used by Bailey and López de Prado, The
 * Sharpe Ratio Efficient Frontier, Journal of Risk 15(2) (2012).
 */
export function sharpeRatioVariance({
  sharpeRatio,
  skewness,
  kurtosis,
}: Omit<ReturnMoments, 'observations'>): number | null {
  const variance = 1 - skewness * sharpeRatio + ((kurtosis - 1) / 4) * sharpeRatio * sharpeRatio;
  return variance > 0 ? variance : null;
}
