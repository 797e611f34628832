import { toWire, type Wire } from '#domain/records/to-wire';
import type { RelativeFigures } from '#engine/backtest/relative-figures';
import { formatDateTime } from '#engine/market/parse-time';
import { CountAnswer, FractionAnswer, NumberAnswer, TimeAnswer } from '../http/answer-fields';

/** A run beside its benchmark, by the returns of its Sharpe ratio and those of the benchmark over the same days. */
export class RelativeRead implements Omit<Wire<RelativeFigures>, 'start' | 'end'> {
  @TimeAnswer({
    description: 'Open of the first bar at which there is a benchmark',
    example: '2000-01-03T00:00:00Z',
  })
  start: string;

  @TimeAnswer({
    description: 'Open of the last bar at which there is a benchmark',
    example: '2020-04-17T00:00:00Z',
  })
  end: string;

  @CountAnswer('returns: of days, or of bars in a short intraday run', {
    description: 'Returns that the figures are made of',
    example: 5104,
  })
  observations: number;

  @FractionAnswer({
    description:
      'Intercept of the least-squares line of the returns on those of the benchmark, compounded over a year; null where the benchmark does not vary',
    example: 0.0103,
    nullable: true,
  })
  alpha: number | null;

  @NumberAnswer('ratio', {
    description: 'Slope of that line; null where the benchmark does not vary',
    example: 0.293,
    nullable: true,
  })
  beta: number | null;

  @FractionAnswer({
    description:
      'Share of the variance of the returns that the line explains; null where one of both does not vary',
    example: 0.294,
    nullable: true,
  })
  r_squared: number | null;

  @FractionAnswer({
    description:
      'Standard deviation of the returns minus those of the benchmark, annualised; null with fewer than two returns',
    example: 0.167,
    nullable: true,
  })
  tracking_error: number | null;

  @NumberAnswer('ratio, annualised', {
    description:
      'active_return over tracking_error; null where the returns differ by a constant or by nothing',
    example: -0.164,
    nullable: true,
  })
  information_ratio: number | null;

  @NumberAnswer('ratio', {
    description:
      'Annualised return in the periods in which the benchmark rose, over its own; null without one',
    example: 0.245,
    nullable: true,
  })
  up_capture: number | null;

  @NumberAnswer('ratio', {
    description:
      'Annualised return in the periods in which the benchmark fell, over its own; null without one',
    example: 0.714,
    nullable: true,
  })
  down_capture: number | null;

  @FractionAnswer({
    description:
      'Mean of the returns minus those of the benchmark, times the periods of a year; not compounded',
    example: -0.0275,
    nullable: true,
  })
  active_return: number | null;

  @NumberAnswer('basis points of the value of a fill: 10 is 0.1 %', {
    description:
      'Break-even cost: the fee per side, instead of maker and taker fees and with slippage and funding as they are, at which the total return is 0; found by running again. Negative: it loses without fees. Null without trades, and where no fee from -1,000 to 10,000 does it',
    example: 23.1,
    nullable: true,
  })
  break_even_cost_bps: number | null;
}

export function toRelative(figures: RelativeFigures): RelativeRead {
  const { start, end } = figures;
  return { ...toWire(figures), start: formatDateTime(start), end: formatDateTime(end) };
}
