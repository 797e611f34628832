import type { Metrics } from '#engine/performance/compute-metrics';
import type { Distribution } from '#engine/validation/statistics/describe-distribution';
import {
  CountAnswer,
  FractionAnswer,
  IdAnswer,
  NumberAnswer,
  ObjectAnswer,
  WordAnswer,
} from '../../http/answer-fields';
import { RETURN_BASES } from '../metrics.dto';

class PercentilesRead {
  @FractionAnswer({ description: 'Value that 1 % of the returns are below', example: -0.0345 })
  p1: number;

  @FractionAnswer({ description: 'Value that 5 % are below', example: -0.0189 })
  p5: number;

  @FractionAnswer({ description: 'Lower quartile', example: -0.0047 })
  p25: number;

  @FractionAnswer({ description: 'Median', example: 0.0005 })
  p50: number;

  @FractionAnswer({ description: 'Upper quartile', example: 0.0057 })
  p75: number;

  @FractionAnswer({ description: 'Value that 5 % are above', example: 0.0172 })
  p95: number;

  @FractionAnswer({ description: 'Value that 1 % are above', example: 0.0359 })
  p99: number;
}

class BinRead {
  @FractionAnswer({ description: 'Smallest return of the bin', example: -0.002 })
  lower: number;

  @FractionAnswer({ description: 'Upper edge, which the last bin alone includes', example: 0 })
  upper: number;

  @CountAnswer('observations', { description: 'Returns in the bin', example: 684 })
  count: number;
}

class DistributionRead {
  @CountAnswer('observations', { description: 'Returns', example: 5104 })
  count: number;

  @FractionAnswer({ description: 'Mean; null without returns', example: 0.0002, nullable: true })
  mean: number | null;

  @FractionAnswer({
    description: 'Standard deviation of a sample (n − 1); null with fewer than two returns',
    example: 0.0125,
    nullable: true,
  })
  standard_deviation: number | null;

  @NumberAnswer('no unit', {
    description:
      'Third standardised moment, 0 where symmetric (scipy.stats.skew); null where the returns do not vary',
    example: -0.12,
    nullable: true,
  })
  skewness: number | null;

  @NumberAnswer('no unit', {
    description:
      'Fourth standardised moment less the 3 of a normal distribution (scipy.stats.kurtosis); null where the returns do not vary',
    example: 11.02,
    nullable: true,
  })
  kurtosis: number | null;

  @ObjectAnswer(PercentilesRead, {
    description: 'Percentiles, interpolated linearly (the default of numpy.percentile); null without returns',
    nullable: true,
  })
  percentiles: PercentilesRead | null;

  @ObjectAnswer([BinRead], {
    description:
      'Histogram of at most 100 bins of equal width, in ascending order: that of Freedman and Diaconis, or of Sturges where it is smaller ' +
      "(numpy.histogram, bins='auto')",
  })
  bins: BinRead[];
}

class ReturnDistributionRead extends DistributionRead {
  @WordAnswer(RETURN_BASES, {
    description: 'What the returns are of, as sharpe_basis of the report',
    example: 'daily',
  })
  basis: Metrics['sharpeBasis'];

  @FractionAnswer({
    description:
      'Loss that 5 % of the returns exceed, by the past alone (historical value at risk at 95 %): the fifth percentile with its sign changed, ' +
      'negative where that is a gain; null without returns',
    example: 0.0189,
    nullable: true,
  })
  value_at_risk_95: number | null;
}

/** How the returns of a run and of its trades are distributed. */
export class RunDistributionRead {
  @IdAnswer('of the run')
  id: number;

  @ObjectAnswer(ReturnDistributionRead, {
    description:
      'Returns of the account, by days of its calendar or by bars. Null until the run is completed, and in walk-forward runs of earlier versions',
    nullable: true,
  })
  returns: ReturnDistributionRead | null;

  @ObjectAnswer(DistributionRead, {
    description:
      'Returns of the trades, as trades have them. Null until the run is completed, and in walk-forward runs of earlier versions',
    nullable: true,
  })
  trades: DistributionRead | null;
}

interface Distributions {
  readonly basis: Metrics['sharpeBasis'];
  readonly returns: Distribution;
  readonly trades: Distribution;
}

export function toRunDistribution(id: number, found: Distributions | null): RunDistributionRead {
  if (!found) return { id, returns: null, trades: null };
  const { basis, returns, trades } = found;
  const fifth = returns.percentiles?.p5;
  return {
    id,
    returns: Object.assign(toDistribution(returns), {
      basis,
      value_at_risk_95: fifth === undefined ? null : 0 - fifth,
    }),
    trades: toDistribution(trades),
  };
}

function toDistribution({ standardDeviation, ...found }: Distribution): DistributionRead {
  return {
    count: found.count,
    mean: found.mean,
    standard_deviation: standardDeviation,
    skewness: found.skewness,
    kurtosis: found.kurtosis,
    percentiles: found.percentiles,
    bins: [...found.bins],
  };
}
