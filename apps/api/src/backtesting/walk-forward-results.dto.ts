import type { ParameterSearch } from '#domain/parameter-search/parameter-search.entity';
import type { StoredWalkForward } from '#domain/parameter-search/stored-search-result';
import { JOB_STATUSES, type JobStatus } from '#domain/job-runs/job-status';
import { listDrawdowns } from '#engine/performance/list-drawdowns';
import { listMonthlyReturns } from '#engine/performance/list-monthly-returns';
import {
  CountAnswer,
  IdAnswer,
  ObjectAnswer,
  TextAnswer,
  TextsAnswer,
  WordAnswer,
} from '../http/answer-fields';
import { FailedRequestProperty } from '../http/job-properties';
import { VerdictRead } from '../http/verdict.dto';
import { MetricsRead, toMetrics } from './metrics.dto';
import { DrawdownRead, MonthlyReturnRead, toDrawdown, toMonthlyReturn } from './periods.dto';
import { RelativeRead, toRelative } from './relative.dto';
import { HoldingRead } from './search-figures.dto';
import type { TestCurve } from './test-equity.dto';
import { toJudgement } from './to-judgement';
import { toWalkForwardWindow, WalkForwardWindowRead } from './walk-forward-window.dto';

const LISTED_DRAWDOWNS = 20;

/** The tests of a walk-forward run as one account. Figures are null until it is completed, and in runs of earlier versions. */
export class WalkForwardReportRead {
  @IdAnswer('of the walk-forward run', 3)
  id: number;

  @WordAnswer(JOB_STATUSES, { description: 'State of the run', example: 'completed' })
  status: JobStatus;

  @TextAnswer({ description: 'Why it failed; null while it did not', example: null, nullable: true })
  detail: string | null;

  @FailedRequestProperty()
  request_id: string | null;

  @ObjectAnswer(MetricsRead, {
    description:
      'Figures of the tests as one account that begins with the initial capital; expectancy is that of trades in windows that each begin with it',
    nullable: true,
  })
  metrics: MetricsRead | null;

  @ObjectAnswer(HoldingRead, {
    description: 'Buy and hold over the bars of the tests. Left out until completed',
    required: false,
  })
  benchmark?: HoldingRead;

  @ObjectAnswer(RelativeRead, {
    description:
      'The tests beside the benchmark over the same bars. The break-even cost is that of the chosen parameters. Null until completed, in runs of earlier versions, ' +
      'whose benchmark was not stored bar by bar, and where no bar of a test has a benchmark',
    nullable: true,
  })
  relative: RelativeRead | null;

  @ObjectAnswer(VerdictRead, {
    description: 'How far the tests can be believed. Left out until completed',
    required: false,
  })
  verdict?: VerdictRead;

  @CountAnswer('bars', { description: 'Bars of the tests', example: 3900, nullable: true })
  bars: number | null;

  @ObjectAnswer([MonthlyReturnRead], {
    description: 'Return of each UTC month, oldest first; months without bars are left out',
  })
  monthly_returns: MonthlyReturnRead[];

  @ObjectAnswer([DrawdownRead], { description: 'The 20 deepest drawdowns, deepest first' })
  drawdowns: DrawdownRead[];

  @ObjectAnswer([WalkForwardWindowRead], { description: 'The windows, in the order of time' })
  windows: WalkForwardWindowRead[];

  @TextsAnswer({ description: 'What a reader of the figures should know', example: [] })
  warnings: readonly string[];
}

export function toWalkForwardReport(
  { id, status, failureReason, warnings, result }: ParameterSearch,
  curve: TestCurve | null,
  requestId: string | null,
): WalkForwardReportRead {
  const found = result as StoredWalkForward | null;
  return {
    id,
    status,
    detail: failureReason,
    request_id: requestId,
    metrics: curve && toMetrics(curve.metrics),
    relative: curve?.relative ? toRelative(curve.relative) : null,
    ...(found && toJudgement(found)),
    bars: curve && curve.equity.length,
    monthly_returns: curve ? listMonthlyReturns(curve.equity, curve.openTimes).map(toMonthlyReturn) : [],
    drawdowns: curve ? listDrawdowns(curve.equity, curve.openTimes, LISTED_DRAWDOWNS).map(toDrawdown) : [],
    windows: found?.windows.map(toWalkForwardWindow) ?? [],
    warnings: [...warnings, ...(found?.warnings ?? [])],
  };
}
