export const REGIMES = ['bull', 'bear', 'ranging'] as const;

export type Regime = (typeof REGIMES)[number];

/** A trend smaller than this share of the trend's deviation is none. */
const SMALLEST_TREND = 0.05;

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
