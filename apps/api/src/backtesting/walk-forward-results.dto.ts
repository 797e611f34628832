import type { ParameterSearch } from '#domain/parameter-search/parameter-search.entity';
import type { StoredWalkForward } from '#domain/parameter-search/stored-search-result';
import { JOB_STATUSES, type JobStatus } from '#domain/job-runs/job-status';
import { toCsvLine } from '#engine/csv/to-csv-line';
import { formatDateTime } from '#engine/market/parse-time';
import type { Metrics } from '#engine/performance/compute-metrics';
import { listDrawdowns } from '#engine/performance/list-drawdowns';
import { listMonthlyReturns } from '#engine/performance/list-monthly-returns';
import { thinOutCurves } from '#engine/performance/thin-out-curve';
import { trackDrawdown } from '#engine/performance/track-drawdown';
import {
  CountAnswer,
  FractionAnswer,
  IdAnswer,
  NumberAnswer,
  ObjectAnswer,
  TextAnswer,
  TextsAnswer,
  TimeAnswer,
  WordAnswer,
} from '../http/answer-fields';
import { FailedRequestProperty } from '../http/job-properties';
import { IntegerQueryField } from '../http/validation/fields';
import { VerdictRead } from '../http/verdict.dto';
import { POINTS } from './curve-points.dto';
import { MetricsRead, toMetrics } from './metrics.dto';
import { DrawdownRead, MonthlyReturnRead, toDrawdown, toMonthlyReturn } from './periods.dto';
import { HoldingRead } from './search-figures.dto';
import { toJudgement } from './to-judgement';
import { toWalkForwardWindow, WalkForwardWindowRead } from './walk-forward-window.dto';

const LISTED_DRAWDOWNS = 20;

export class TestEquityQuery {
  @IntegerQueryField(POINTS)
  points?: number;
}

class TestPointRead {
  @TimeAnswer({ description: 'Open of the bar', example: '2003-05-28T00:00:00Z' })
  time: string;

  @NumberAnswer('multiple of the initial capital', {
    description: 'Value of the joined account at the close of the bar',
    example: 1.02,
  })
  equity: number;

  @FractionAnswer({
    description: 'Loss from the highest equity so far, as a share of it; 0 or positive',
    example: 0.03,
  })
  drawdown: number;

  @CountAnswer('index from 0', { description: 'Number of the window whose test the bar is in', example: 0 })
  window: number;
}

export class TestEquityRead {
  @IdAnswer('of the walk-forward run', 3)
  id: number;

  @CountAnswer('points', { description: 'Bars of the tests, of which points may be fewer', example: 3900 })
  total: number;

  @ObjectAnswer([TestPointRead], { description: 'The equity of the tests as one account, oldest first' })
  points: TestPointRead[];
}

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

/** The tests as one account; null before the run is completed, and of runs of earlier versions. */
export interface TestCurve {
  readonly openTimes: Float64Array;
  readonly equity: Float64Array;
  readonly metrics: Metrics;
}

export function toTestEquity(
  id: number,
  { openTimes, equity }: Pick<TestCurve, 'openTimes' | 'equity'>,
  windows: StoredWalkForward['windows'],
  points = equity.length,
): TestEquityRead {
  const drawdown = trackDrawdown(equity);
  let window = 0;
  return {
    id,
    total: equity.length,
    points: thinOutCurves([equity, drawdown], points).map((index) => {
      while (openTimes[index] > windows[window].testEnd) window++;
      return {
        time: formatDateTime(openTimes[index]),
        equity: equity[index],
        drawdown: drawdown[index],
        window: windows[window].index,
      };
    }),
  };
}

/** RFC 4180. */
export function toTestEquityCsv({ points }: TestEquityRead): string {
  const lines = points.map(({ time, equity, drawdown, window }) =>
    toCsvLine([time, equity, drawdown, window]),
  );
  return toCsvLine(['time', 'equity', 'drawdown', 'window']) + lines.join('');
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
    ...(found && toJudgement(found)),
    bars: curve && curve.equity.length,
    monthly_returns: curve ? listMonthlyReturns(curve.equity, curve.openTimes).map(toMonthlyReturn) : [],
    drawdowns: curve ? listDrawdowns(curve.equity, curve.openTimes, LISTED_DRAWDOWNS).map(toDrawdown) : [],
    windows: found?.windows.map(toWalkForwardWindow) ?? [],
    warnings: [...warnings, ...(found?.warnings ?? [])],
  };
}
