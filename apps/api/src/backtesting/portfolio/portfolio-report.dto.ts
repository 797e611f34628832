import { CALENDARS, type Calendar } from '#engine/calendar/calendar';
import {
  CountAnswer,
  FlagAnswer,
  FractionAnswer,
  NamedAnswer,
  NumberAnswer,
  ObjectAnswer,
  TextAnswer,
  TextsAnswer,
  WordAnswer,
} from '../../http/answer-fields';
import { FailedRequestProperty } from '../../http/job-properties';
import { UniverseMemberRead } from '../../http/universe-members';
import { VerdictRead } from '../../http/verdict.dto';
import { CostsRead, TimingsRead } from '../backtest-report.dto';
import { BenchmarkSeriesRead } from '../benchmark.dto';
import { EXECUTION_SCHEMA } from '../execution.schema';
import { CandlesCorrectedSince } from '../candles-corrected.dto';
import { DatasetsUsedProperty, type DatasetUsedRead } from '../dataset-used.dto';
import { FingerprintRead } from '../fingerprint.dto';
import { LookaheadCheckRead } from '../lookahead-check.dto';
import { TAGS_FIELD, TagSumsRead } from '../tag-sums.dto';
import { MetricsRead } from '../metrics.dto';
import { DrawdownRead, MonthlyReturnRead } from '../periods.dto';
import { RelativeRead } from '../relative.dto';
import { ResolvedExecutionRead } from '../resolved-execution.dto';
import { AllocationRead } from './allocation.dto';
import { ContributionRead, MemberCorrelationsRead } from './contribution.dto';
import { PortfolioRead } from './portfolio.dto';

class ResolvedPortfolioRead extends AllocationRead {
  @ObjectAnswer(ResolvedExecutionRead, {
    description: 'The execution, defaults filled in; fees are those of the first member',
  })
  execution: ResolvedExecutionRead;
}

/** Everything about a portfolio run. Figures are null until it is completed. */
export class PortfolioReportRead extends PortfolioRead {
  @TextAnswer({ description: 'Why it failed; null while it did not', example: null, nullable: true })
  detail: string | null;

  @FailedRequestProperty()
  request_id: string | null;

  @ObjectAnswer([UniverseMemberRead], {
    description: 'The series, as they were when the run was submitted, with their exchanges',
  })
  members: UniverseMemberRead[];

  @ObjectAnswer(AllocationRead, { description: 'What decides what is held, as requested' })
  requested: AllocationRead;

  @NamedAnswer(EXECUTION_SCHEMA, {
    description: 'Execution settings as requested',
    example: { slippage_bps: 5 },
  })
  execution: object;

  @ObjectAnswer(BenchmarkSeriesRead, {
    description: 'The series that is held beside the run; null: the universe at equal weights',
    nullable: true,
  })
  benchmark_series: BenchmarkSeriesRead | null;

  @DatasetsUsedProperty()
  datasets: DatasetUsedRead[];

  @ObjectAnswer(MetricsRead, { description: 'Figures of the run', nullable: true })
  metrics: MetricsRead | null;

  @ObjectAnswer(MetricsRead, {
    description:
      'Figures of the benchmark over the same bars, at the same costs: the series that is named, or the universe at equal weights, rebalanced as the run is, whose trades are not counted',
    nullable: true,
  })
  benchmark: MetricsRead | null;

  @ObjectAnswer(RelativeRead, { description: 'The run beside its benchmark', nullable: true })
  relative: RelativeRead | null;

  @ObjectAnswer(VerdictRead, { description: 'How far the figures can be believed', nullable: true })
  verdict: VerdictRead | null;

  @ObjectAnswer(CostsRead, { description: 'Costs of trading', nullable: true })
  costs: CostsRead | null;

  @CountAnswer('no unit', { description: 'Rebalances that were filled', example: 120, nullable: true })
  rebalances: number | null;

  @FractionAnswer({
    description: 'Mean turnover of a rebalance, Σ|new weight − drifted weight| / 2; null without one',
    example: 0.031,
    nullable: true,
  })
  rebalance_turnover: number | null;

  @NumberAnswer('multiple of the equity a year', {
    description: 'Turnover of all rebalances over the years of the run; null without one',
    example: 0.38,
    nullable: true,
  })
  annual_turnover: number | null;

  @ObjectAnswer([ContributionRead], { description: 'What each member added, in the order of the universe' })
  contributions: ContributionRead[];

  @ObjectAnswer(MemberCorrelationsRead, {
    description: 'How alike the members moved that were held most',
    nullable: true,
  })
  correlations: MemberCorrelationsRead | null;

  @TextsAnswer({
    description: 'What a reader of the figures should know',
    example: ['survivorship bias: no member has dates'],
  })
  warnings: readonly string[];

  @CountAnswer('bars', {
    description: 'Bars of the account in the range: at each of them a member has a candle',
    example: 2516,
    nullable: true,
  })
  bars: number | null;

  @CountAnswer('bars', {
    description: 'Bars that a decision looks back on before its own',
    example: 60,
    nullable: true,
  })
  warmup_bars: number | null;

  @WordAnswer(CALENDARS, {
    description: 'How the days of the account end, and its figures are annualised',
    example: 'XNYS',
    nullable: true,
  })
  calendar: Calendar | null;

  @FlagAnswer({
    description: 'Whether the account lost everything; the run ends there',
    example: false,
    nullable: true,
  })
  bankrupt: boolean | null;

  @ObjectAnswer(LookaheadCheckRead, {
    description:
      'Check for look-ahead bias: the run is repeated on its first bars alone, without later candles',
    nullable: true,
  })
  lookahead_check: LookaheadCheckRead | null;

  @ObjectAnswer(TagSumsRead, TAGS_FIELD)
  tags?: TagSumsRead;

  @ObjectAnswer([MonthlyReturnRead], {
    description: 'Return of each UTC month, oldest first; months without bars are left out',
  })
  monthly_returns: MonthlyReturnRead[];

  @ObjectAnswer([DrawdownRead], { description: 'The 20 deepest drawdowns, deepest first' })
  drawdowns: DrawdownRead[];

  @ObjectAnswer(ResolvedPortfolioRead, {
    description: 'The request with every default filled in',
    nullable: true,
  })
  resolved: ResolvedPortfolioRead | null;

  @ObjectAnswer(FingerprintRead, { description: 'What the figures were computed from', nullable: true })
  fingerprint: FingerprintRead | null;

  @ObjectAnswer(CandlesCorrectedSince, {
    description: 'Candles of the members that were corrected after the run; null until it is completed',
    nullable: true,
  })
  candles_corrected_since: CandlesCorrectedSince | null;

  @ObjectAnswer(TimingsRead, { description: 'Times of the job' })
  timings: TimingsRead;
}
