import { computeMean } from '../../performance/compute-mean';
import { computeStandardDeviation } from '../../performance/compute-standard-deviation';

const NO_DEVIATION = 1e-12;

/** What the significance of a Sharpe ratio depends on. */
export interface ReturnMoments {
  readonly observations: number;
  /** Per period, not annualised: mean / sample standard deviation, as the report's is before annualising. */
  readonly sharpeRatio: number;
  /** Third standardised moment; 0 when symmetric. */
  readonly skewness: number;
  /** Fourth standardised moment, not the excess over the normal distribution's 3. */
  readonly kurtosis: number;
}

/**
 * Skewness m₃ / m₂^1.5 and kurtosis m₄ / m₂² from the central moments with n in the denominator (scipy.stats.skew and
 * kurtosis(fisher=False) with their defaults). Null with fewer than 2 returns or none that deviates.
 */
export function measureReturnMoments(returns: Float64Array): ReturnMoments | null {
  const mean = computeMean(returns);
  const deviation = computeStandardDeviation(returns);
  if (mean === null || deviation === null || deviation < NO_DEVIATION) return null;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let index = 0; index < returns.length; index++) {
    const distance = returns[index] - mean;
    const square = distance * distance;
    second += square;
    third += square * distance;
    fourth += square * square;
  }
  const observations = returns.length;
  const variance = second / observations;
  return {
    observations,
    sharpeRatio: mean / deviation,
    skewness: third / observations / variance ** 1.5,
    kurtosis: fourth / observations / variance ** 2,
  };
}
