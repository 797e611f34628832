import { computeStandardDeviation } from '../performance/compute-standard-deviation';
import { type SampledReturns } from '../performance/sample-returns';
import { deflatedSharpeRatio } from './statistics/deflated-sharpe-ratio';
import { minimumTrackRecordLength } from './statistics/minimum-track-record-length';
import { probabilisticSharpeRatio } from './statistics/probabilistic-sharpe-ratio';
import { measureReturnMoments } from './statistics/return-moments';

export interface SearchSignificance {
  /** Of the returns' mean: mean / standard deviation × √(returns). */
  readonly tStatistic: number | null;
  /** That the true Sharpe ratio is above 0. */
  readonly probabilisticSharpeRatio: number | null;
  /** That it is above what the best of so many trials shows without any skill. */
  readonly deflatedSharpeRatio: number | null;
  /** In returns like these (days, unless the run is too short for them), for 95 % confidence that it is above 0. */
  readonly minTrackRecordLength: number | null;
}

/**
 * How far a searched-for result can be believed. `trialSharpeRatios` are those of all trials over the whole range,
 * annualised; null, a trial without any deviation, counts as 0. They are brought to the returns' period by √(periods per
 * year). All null when the returns do not vary.
 */
export function searchSignificance(
  { returns, periodsPerYear }: SampledReturns,
  trialSharpeRatios: readonly (number | null)[],
): SearchSignificance {
  const moments = measureReturnMoments(returns);
  if (moments === null) {
    return {
      tStatistic: null,
      probabilisticSharpeRatio: null,
      deflatedSharpeRatio: null,
      minTrackRecordLength: null,
    };
  }
  const ratios = Float64Array.from(trialSharpeRatios, (ratio) => (ratio ?? 0) / Math.sqrt(periodsPerYear));
  return {
    tStatistic: moments.sharpeRatio * Math.sqrt(moments.observations),
    probabilisticSharpeRatio: probabilisticSharpeRatio(moments),
    deflatedSharpeRatio: deflatedSharpeRatio(moments, ratios.length, computeStandardDeviation(ratios) ?? 0),
    minTrackRecordLength: minimumTrackRecordLength(moments),
  };
}
