import { type RegimeFeatures } from './regime-features';
import { constantSign, measureScaling } from './standardise';

export const REGIMES = ['bull', 'bear', 'ranging'] as const;

export type Regime = (typeof REGIMES)[number];

/** A trend smaller than this share of the trend's deviation is none. */
const SMALLEST_TREND = 0.05;

/** The regime where no model can be fitted: that of a trend which never varies, ranging otherwise. */
export function regimeWithoutModel({ trend }: Pick<RegimeFeatures, 'trend'>): Regime {
  const sign = constantSign(measureScaling(trend));
  if (sign === 0) return 'ranging';
  return sign > 0 ? 'bull' : 'bear';
}

/**
 * Names states by the mean of the trend in them: the highest is bull where it rises, the lowest bear where it falls, and
 * what lies between, or hardly moves, is ranging.
 */
export function labelStates(meanTrends: Float64Array, trendDeviation: number): Regime[] {
  const highest = Math.max(...meanTrends);
  const lowest = Math.min(...meanTrends);
  return Array.from(meanTrends, (trend) => {
    if (Math.abs(trend) < SMALLEST_TREND * trendDeviation) return 'ranging';
    if (trend === highest && trend > 0) return 'bull';
    if (trend === lowest && trend < 0) return 'bear';
    return 'ranging';
  });
}
