import { measureReturnMoments } from './return-moments';
import { computeMean } from '../../performance/compute-mean';
import { computeStandardDeviation } from '../../performance/compute-standard-deviation';
import { type HistogramBin, makeHistogram } from './make-histogram';
import { percentileOf } from './percentile';

const PERCENTS = [1, 5, 25, 50, 75, 95, 99] as const;

type Percentile = `p${(typeof PERCENTS)[number]}`;

/** Figures are null where one is undefined. */
export interface Distribution {
  readonly count: number;
  readonly mean: number | null;
  /** Of a sample (n - 1). */
  readonly standardDeviation: number | null;
  /** As ReturnMoments has it. */
  readonly skewness: number | null;
  /** The excess over the normal distribution's 3. */
  readonly kurtosis: number | null;
  /** Null without values. */
  readonly percentiles: Readonly<Record<Percentile, number>> | null;
  readonly bins: readonly HistogramBin[];
}

/** How values are distributed; those given are sorted in place. */
export function describeDistribution(values: Float64Array): Distribution {
  const mean = computeMean(values);
  const standardDeviation = computeStandardDeviation(values);
  const moments = measureReturnMoments(values);
  const ascending = values.sort();
  return {
    count: ascending.length,
    mean,
    standardDeviation,
    skewness: moments && moments.skewness,
    kurtosis: moments && moments.kurtosis - 3,
    percentiles: ascending.length === 0 ? null : percentilesOf(ascending),
    bins: makeHistogram(ascending),
  };
}

function percentilesOf(ascending: Float64Array): Record<Percentile, number> {
  const entries = PERCENTS.map((percent) => [`p${percent}`, percentileOf(ascending, percent)]);
  return Object.fromEntries(entries) as Record<Percentile, number>;
}
