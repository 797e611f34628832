import { computeMean } from './compute-mean';
import { computeStandardDeviation } from './compute-standard-deviation';

const NO_DEVIATION = 1e-12;

/**
 * System quality number: √N × mean(profits) / sample standard deviation(profits). Null with fewer than 2 trades, or when
 * all of them made the same.
 *
 * Source: V. Tharp, Trade Your Way to Financial Freedom.
 */
export function computeSystemQualityNumber(profits: Float64Array): number | null {
  const mean = computeMean(profits);
  const deviation = computeStandardDeviation(profits);
  if (mean === null || deviation === null || deviation <= NO_DEVIATION * Math.abs(mean)) return null;
  return (Math.sqrt(profits.length) * mean) / deviation;
}
