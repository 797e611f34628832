import { computeDrawdown } from '../performance/compute-drawdown';
import { computeSharpeRatio } from '../performance/compute-sharpe-ratio';
import { computeTotalReturn } from '../performance/compute-total-return';
import {
  positionsOfDays,
  returnBasis,
  returnsOf,
  type SampledReturns,
  sampleReturns,
  valuesAt,
} from '../performance/sample-returns';
import { type EquityRoom } from './equity-room';
import { type SpanRun, type TrialTime } from './trial-setting';

/** The few figures of a run that a search reads; as the report has them. */
export interface SpanFigures {
  readonly sharpeRatio: number | null;
  readonly totalReturn: number;
  readonly maxDrawdown: number;
  readonly trades: number;
  /** What the Sharpe ratio was made of. */
  readonly sampled: SampledReturns;
}

/** Where the days of a span end, looked up once for all the runs over it. */
export interface SpanSampling extends TrialTime {
  readonly openTime: Float64Array;
  readonly basis: 'daily' | 'bar';
  readonly periodsPerYear: number;
  /** How many returns a run that does not go bankrupt has. */
  readonly rows: number;
  /** Positions of the values that daily returns are made of. */
  readonly dailyPositions: Uint32Array;
}

export function sampleSpan(openTime: Float64Array, { intervalSeconds, calendar }: TrialTime): SpanSampling {
  const dailyPositions = positionsOfDays(openTime, intervalSeconds, calendar);
  const { basis, periodsPerYear } = returnBasis(dailyPositions.length - 1, intervalSeconds, calendar);
  const rows = Math.max(0, (basis === 'daily' ? dailyPositions : openTime).length - 1);
  return { openTime, intervalSeconds, calendar, basis, periodsPerYear, rows, dailyPositions };
}

/** The figures of a run over the span of the sampling; `room` is where its equity may be. */
export function measureSpan(
  run: Pick<SpanRun, 'equity' | 'tradeCount' | 'bankrupt'>,
  sampling: SpanSampling,
  room?: EquityRoom,
): SpanFigures {
  const { equity, tradeCount } = run;
  const { openTime } = sampling;
  const sampled = sampledOf(run, sampling);
  return {
    sharpeRatio: computeSharpeRatio(sampled.returns, sampled.periodsPerYear),
    totalReturn: computeTotalReturn(equity[0], equity[equity.length - 1]),
    maxDrawdown: room?.holds(equity)
      ? room.maximumDrawdown(equity.length)
      : computeDrawdown(equity, openTime).maximum,
    trades: tradeCount,
    sampled,
  };
}

/** The run's returns on the span's own basis, whatever the account's outcome, so that runs can be compared. */
export function comparableReturns(
  { equity }: Pick<SpanRun, 'equity'>,
  { sampled }: SpanFigures,
  sampling: SpanSampling,
): Float64Array {
  if (sampled.basis === sampling.basis) return sampled.returns;
  return returnsOf(sampling.basis === 'daily' ? valuesAt(equity, sampling.dailyPositions) : equity);
}

function sampledOf(
  { equity, bankrupt }: Pick<SpanRun, 'equity' | 'bankrupt'>,
  sampling: SpanSampling,
): SampledReturns {
  const { openTime, intervalSeconds, calendar, basis, periodsPerYear } = sampling;
  // Returns end with a bankruptcy, and too few daily ones make the report use bars.
  if (bankrupt || basis === 'bar') return sampleReturns(openTime, equity, intervalSeconds, calendar);
  return { basis, periodsPerYear, returns: returnsOf(valuesAt(equity, sampling.dailyPositions)) };
}
