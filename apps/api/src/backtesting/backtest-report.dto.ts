import { JOB_STATUSES, type JobStatus } from '#domain/job-runs/job-status';
import {
  CountAnswer,
  DateAnswer,
  FlagAnswer,
  IdAnswer,
  MapAnswer,
  MoneyAnswer,
  NamedAnswer,
  NumberAnswer,
  ObjectAnswer,
  TextAnswer,
  TextsAnswer,
  TimeAnswer,
  WordAnswer,
} from '../http/answer-fields';
import { BenchmarkSeriesRead } from './benchmark.dto';
import { CandlesCorrectedSince } from './candles-corrected.dto';
import { DatasetsUsedProperty, type DatasetUsedRead } from './dataset-used.dto';
import { FailedRequestProperty } from '../http/job-properties';
import { RequestedRunRead } from '../http/requested-run-read.dto';
import { EXECUTION_SCHEMA } from './execution.schema';
import { FingerprintRead } from './fingerprint.dto';
import { LookaheadCheckRead } from './lookahead-check.dto';
import { MetricsRead } from './metrics.dto';
import { DrawdownRead, MonthlyReturnRead } from './periods.dto';
import { STRATEGY_PARAMETERS_SCHEMA } from './parameters.schema';
import { RelativeRead } from './relative.dto';
import { TAGS_FIELD, TagSumsRead } from './tag-sums.dto';
import { ResolvedExecutionRead } from './resolved-execution.dto';
import { VerdictRead } from '../http/verdict.dto';

export class CostsRead {
  @MoneyAnswer({ description: 'Fees of all fills; negative: rebates', example: '0' })
  fees: string;

  @MoneyAnswer({
    description: 'Cost of slippage of all fills; part of the fill prices, so not subtracted again',
    example: '640.12',
  })
  slippage: string;

  @MoneyAnswer({ description: 'Funding paid; negative: received', example: '0' })
  funding: string;
}

class ResolvedRead {
  @NamedAnswer(STRATEGY_PARAMETERS_SCHEMA, { description: 'Parameters as requested', example: { fast: 10 } })
  given: object;

  @MapAnswer(
    { type: 'number' },
    { description: 'All parameters, defaults filled in', example: { fast: 10, slow: 30 } },
  )
  parameters: Readonly<Record<string, number>>;

  @ObjectAnswer(ResolvedExecutionRead, { description: 'The execution, defaults filled in' })
  execution: ResolvedExecutionRead;
}

export class TimingsRead {
  @TimeAnswer({ description: 'When it was queued last', example: '2024-01-02T09:30:00Z' })
  queued_at: string;

  @TimeAnswer({
    description: 'When it started last; null: not yet',
    example: '2024-01-02T09:30:01Z',
    nullable: true,
  })
  started_at: string | null;

  @TimeAnswer({
    description: 'When it completed or failed; null: not yet',
    example: '2024-01-02T09:30:02Z',
    nullable: true,
  })
  finished_at: string | null;

  @CountAnswer('runs', {
    description: 'How often it was started again because its worker was lost',
    example: 0,
  })
  losses: number;
}

/** Everything about a run. Figures are null until it is completed. */
export class BacktestReportRead extends RequestedRunRead {
  @IdAnswer('of the backtest')
  id: number;

  @WordAnswer(JOB_STATUSES, { description: 'State of the run', example: 'completed' })
  status: JobStatus;

  @TextAnswer({ description: 'Why it failed; null while it did not', example: null, nullable: true })
  detail: string | null;

  @FailedRequestProperty()
  request_id: string | null;

  @TimeAnswer({ description: 'When a client last edited the record', example: null, nullable: true })
  edited_at: string | null;

  @TextsAnswer({ description: 'Fields of the record that a client edited', example: [] })
  edited_fields: string[];

  @DateAnswer({ description: 'First UTC day, inclusive', example: '2000-01-03' })
  start_date: string;

  @DateAnswer({ description: 'Last UTC day, inclusive', example: '2020-04-17' })
  end_date: string;

  @NamedAnswer(STRATEGY_PARAMETERS_SCHEMA, {
    description: 'Parameters as requested',
    example: { fast: 10, slow: 30 },
  })
  parameters: object;

  @NamedAnswer(EXECUTION_SCHEMA, {
    description: 'Execution settings as requested',
    example: { slippage_bps: 5 },
  })
  execution: object;

  @DatasetsUsedProperty()
  datasets: DatasetUsedRead[];

  @NumberAnswer('probability', {
    description:
      'That the Sharpe ratio is above what the best of the declared trials shows without any skill; null where fewer than 5 are declared or it is not defined',
    example: null,
    nullable: true,
  })
  deflated_sharpe_ratio: number | null;

  @ObjectAnswer(MetricsRead, { description: 'Figures of the run', nullable: true })
  metrics: MetricsRead | null;

  @ObjectAnswer(MetricsRead, {
    description:
      'Figures of buying and holding the benchmark with all of the capital over the same bars, at the same costs',
    nullable: true,
  })
  benchmark: MetricsRead | null;

  @ObjectAnswer(BenchmarkSeriesRead, { description: 'The series that is held beside the run' })
  benchmark_series: BenchmarkSeriesRead;

  @ObjectAnswer(RelativeRead, {
    description: 'The run beside its benchmark; null in runs of earlier versions',
    nullable: true,
  })
  relative: RelativeRead | null;

  @ObjectAnswer(VerdictRead, {
    description: 'How far the figures can be believed; null in runs of earlier versions',
    nullable: true,
  })
  verdict: VerdictRead | null;

  @ObjectAnswer(TagSumsRead, TAGS_FIELD)
  tags?: TagSumsRead;

  @ObjectAnswer(CostsRead, { description: 'Costs of trading', nullable: true })
  costs: CostsRead | null;

  @TextsAnswer({
    description: 'What a reader of the figures should know',
    example: ['the run made no trade'],
  })
  warnings: readonly string[];

  @CountAnswer('bars', { description: 'Bars in the range', example: 5105, nullable: true })
  bars: number | null;

  @CountAnswer('bars', {
    description: 'Bars that strategy and execution need before the first signal',
    example: 30,
    nullable: true,
  })
  warmup_bars: number | null;

  @CountAnswer('bars', {
    description: 'Bars whose prices allow several sequences of events; the worst for the account was used',
    example: 0,
    nullable: true,
  })
  ambiguous_bars: number | null;

  @CountAnswer('candles', {
    description: 'Candles that the calendar expects in the range and that are not stored',
    example: 0,
    nullable: true,
  })
  missing_candles: number | null;

  @FlagAnswer({
    description: 'Whether the account lost everything; the run ends there',
    example: false,
    nullable: true,
  })
  bankrupt: boolean | null;

  @MoneyAnswer({
    description:
      'Losses beyond the margin or the equity, which are written off; 0 or positive; null in runs of earlier versions',
    example: '0',
    nullable: true,
  })
  unpaid_loss: string | null;

  @ObjectAnswer(LookaheadCheckRead, {
    description:
      'Check for look-ahead bias: the run is repeated on its first bars alone, without later candles',
    nullable: true,
  })
  lookahead_check: LookaheadCheckRead | null;

  @ObjectAnswer([MonthlyReturnRead], {
    description: 'Return of each UTC month, oldest first; months without bars are left out',
  })
  monthly_returns: MonthlyReturnRead[];

  @ObjectAnswer([DrawdownRead], { description: 'The 20 deepest drawdowns, deepest first' })
  drawdowns: DrawdownRead[];

  @ObjectAnswer(ResolvedRead, { description: 'The request with every default filled in', nullable: true })
  resolved: ResolvedRead | null;

  @ObjectAnswer(FingerprintRead, { description: 'What the figures were computed from', nullable: true })
  fingerprint: FingerprintRead | null;

  @ObjectAnswer(CandlesCorrectedSince, {
    description: 'Candles of the run that were corrected after it; null until it is completed',
    nullable: true,
  })
  candles_corrected_since: CandlesCorrectedSince | null;

  @ObjectAnswer(TimingsRead, { description: 'Times of the job' })
  timings: TimingsRead;
}
