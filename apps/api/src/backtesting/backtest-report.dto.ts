import { BACKTEST_STATUSES, type BacktestStatus } from '#domain/backtesting/backtest.entity';
import {
  CountAnswer,
  FlagAnswer,
  FractionAnswer,
  IdAnswer,
  MapAnswer,
  MoneyAnswer,
  NamedAnswer,
  ObjectAnswer,
  TextAnswer,
  TextsAnswer,
  TimeAnswer,
  WordAnswer,
} from '../http/answer-fields';
import { CandlesCorrectedSince } from './candles-corrected';
import { RequestedRun } from './requested-run.dto';
import { EXECUTION_SCHEMA } from './execution.schema';
import { FingerprintRead } from './fingerprint.dto';
import { LookaheadCheckRead } from './lookahead-check.dto';
import { MetricsRead } from './metrics.dto';
import { STRATEGY_PARAMETERS_SCHEMA } from './parameters.schema';
import { ResolvedExecutionRead } from './resolved-execution.dto';
import { VerdictRead } from './verdict.dto';

class CostsRead {
  @MoneyAnswer({ description: 'Of all fills', example: '0' })
  fees: string;

  @MoneyAnswer({
    description: 'What fills lost against the price before slippage; part of their prices',
    example: '640.12',
  })
  slippage: string;

  @MoneyAnswer({ description: 'Paid; negative: received', example: '0' })
  funding: string;
}

class MonthlyReturnRead {
  @CountAnswer('year', { description: 'UTC', example: 2008 })
  year: number;

  @CountAnswer('1 to 12', { description: 'UTC month', example: 10 })
  month: number;

  @FractionAnswer({ description: "Of the equity at the month before's end", example: -0.031 })
  return: number;
}

class DrawdownRead {
  @TimeAnswer({ description: 'Open of the bar at the peak', example: '2007-10-09T00:00:00Z' })
  peak_time: string;

  @TimeAnswer({ description: 'Open of the bar at the lowest point', example: '2009-03-09T00:00:00Z' })
  trough_time: string;

  @TimeAnswer({
    description: 'Open of the first bar that is at the peak again; null: not yet',
    example: '2013-03-28T00:00:00Z',
    nullable: true,
  })
  recovery_time: string | null;

  @FractionAnswer({ description: 'Loss from the peak, positive', example: 0.305 })
  depth: number;

  @CountAnswer('bars', { description: 'From the peak to the recovery, or to the last bar', example: 1376 })
  bars: number;
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

class TimingsRead {
  @TimeAnswer({ description: 'Queued last', example: '2024-01-02T09:30:00Z' })
  queued_at: string;

  @TimeAnswer({ description: 'Started last; null: not yet', example: '2024-01-02T09:30:01Z', nullable: true })
  started_at: string | null;

  @TimeAnswer({
    description: 'Completed or failed; null: not yet',
    example: '2024-01-02T09:30:02Z',
    nullable: true,
  })
  finished_at: string | null;

  @CountAnswer('runs', { description: 'Runs that lost their worker', example: 0 })
  losses: number;
}

/** Everything about a run. Figures are null until it is completed. */
export class BacktestReportRead extends RequestedRun {
  @IdAnswer('of the backtest')
  id: number;

  @WordAnswer(BACKTEST_STATUSES, { description: 'State of the run', example: 'completed' })
  status: BacktestStatus;

  @TextAnswer({ description: 'Why it failed', example: null, nullable: true })
  detail: string | null;

  @TimeAnswer({ description: 'When a client last edited the record', example: null, nullable: true })
  edited_at: string | null;

  @TextsAnswer({ description: 'Fields of the record that a client edited', example: [] })
  edited_fields: string[];

  @TextAnswer({ description: 'First UTC day, inclusive', example: '2000-01-03' })
  start_date: string;

  @TextAnswer({ description: 'Last UTC day, inclusive', example: '2020-04-17' })
  end_date: string;

  @NamedAnswer(STRATEGY_PARAMETERS_SCHEMA, { description: 'As requested', example: { fast: 10, slow: 30 } })
  parameters: object;

  @NamedAnswer(EXECUTION_SCHEMA, { description: 'As requested', example: { slippage_bps: 5 } })
  execution: object;

  @ObjectAnswer(MetricsRead, { description: 'Figures of the run', nullable: true })
  metrics: MetricsRead | null;

  @ObjectAnswer(MetricsRead, {
    description:
      'Figures of buying and holding with all of the capital over the same bars, at the same costs',
    nullable: true,
  })
  benchmark: MetricsRead | null;

  @ObjectAnswer(VerdictRead, {
    description: 'How far the figures can be believed; null in runs of before it was kept',
    nullable: true,
  })
  verdict: VerdictRead | null;

  @ObjectAnswer(CostsRead, { description: 'What trading cost', nullable: true })
  costs: CostsRead | null;

  @TextsAnswer({
    description: 'What a reader of the figures should know',
    example: ['the run made no trade'],
  })
  warnings: readonly string[];

  @CountAnswer('bars', { description: 'In the range', example: 5105, nullable: true })
  bars: number | null;

  @CountAnswer('bars', {
    description: 'What strategy and execution need before the first signal',
    example: 30,
    nullable: true,
  })
  warmup_bars: number | null;

  @CountAnswer('bars', {
    description: 'Whose prices allow several orders of events; the worst for the account was taken',
    example: 0,
    nullable: true,
  })
  ambiguous_bars: number | null;

  @CountAnswer('candles', {
    description: 'That the calendar expects and the range lacks',
    example: 0,
    nullable: true,
  })
  missing_candles: number | null;

  @FlagAnswer({ description: 'The account lost everything', example: false, nullable: true })
  bankrupt: boolean | null;

  @MoneyAnswer({
    description:
      'Losses beyond the margin and the equity, which nobody pays; null in runs of before it was kept',
    example: '0',
    nullable: true,
  })
  unpaid_loss: string | null;

  @ObjectAnswer(LookaheadCheckRead, { description: 'Whether the run used the future', nullable: true })
  lookahead_check: LookaheadCheckRead | null;

  @ObjectAnswer([MonthlyReturnRead], { description: 'Ascending; months without bars are left out' })
  monthly_returns: MonthlyReturnRead[];

  @ObjectAnswer([DrawdownRead], { description: 'The deepest 20, deepest first' })
  drawdowns: DrawdownRead[];

  @ObjectAnswer(ResolvedRead, { description: 'What the request came to', nullable: true })
  resolved: ResolvedRead | null;

  @ObjectAnswer(FingerprintRead, { description: 'What the figures were computed from', nullable: true })
  fingerprint: FingerprintRead | null;

  @ObjectAnswer(CandlesCorrectedSince, {
    description: 'Candles that the run used and that are others now; null until it is completed',
    nullable: true,
  })
  candles_corrected_since: CandlesCorrectedSince | null;

  @ObjectAnswer(TimingsRead, { description: 'Of the job' })
  timings: TimingsRead;
}
