import type { StoredWalkForward } from '#domain/parameter-search/stored-search-result';
import type { RelativeFigures } from '#engine/backtest/relative-figures';
import { formatDateTime } from '#engine/market/parse-time';
import type { Metrics } from '#engine/performance/compute-metrics';
import type { RollingRelative } from '#engine/performance/relative/rolling-relative';
import { thinOutCurves } from '#engine/performance/thin-out-curve';
import { trackDrawdown } from '#engine/performance/track-drawdown';
import {
  CountAnswer,
  FractionAnswer,
  IdAnswer,
  NumberAnswer,
  ObjectAnswer,
  TimeAnswer,
} from '../http/answer-fields';
import { curveQueryOf, toPointsCsv } from './curve-points.dto';
import { ROLLING_COLUMNS, RollingPointRead, toRollingPoint } from './rolling.dto';

const CURVES = ['benchmark'] as const;

export class TestEquityQuery extends curveQueryOf(CURVES) {}

class TestPointRead extends RollingPointRead {
  @TimeAnswer({ description: 'Open of the bar', example: '2003-05-28T00:00:00Z' })
  time: string;

  @NumberAnswer('multiple of the initial capital', {
    description: 'Value of the joined account at the close of the bar',
    example: 1.02,
  })
  equity: number;

  @NumberAnswer('multiple of the initial capital', {
    description:
      'Value of the benchmark at the close of the bar, without what it made between windows; null in runs of earlier versions. Left out unless requested',
    example: 1.05,
    nullable: true,
    required: false,
  })
  benchmark?: number | null;

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

/** The tests as one account. */
export interface TestCurve {
  readonly openTimes: Float64Array;
  readonly equity: Float64Array;
  /** Null in runs of earlier versions, as what is relative to it. */
  readonly benchmark: Float64Array | null;
  readonly metrics: Metrics;
  readonly relative: RelativeFigures | null;
}

interface ShownCurves extends Pick<TestCurve, 'openTimes' | 'equity' | 'benchmark'> {
  /** Null where none are requested. */
  readonly rolling: RollingRelative | null;
}

export function toTestEquity(
  id: number,
  { openTimes, equity, benchmark, rolling }: ShownCurves,
  windows: StoredWalkForward['windows'],
  { points = equity.length, with: requested = [] }: TestEquityQuery,
): TestEquityRead {
  const drawdown = trackDrawdown(equity);
  const isBeside = requested.includes('benchmark');
  const extremes = [equity, drawdown, ...(isBeside && benchmark ? [benchmark] : [])];
  let window = 0;
  return {
    id,
    total: equity.length,
    points: thinOutCurves(extremes, points).map((index) => {
      while (openTimes[index] > windows[window].testEnd) window++;
      return {
        time: formatDateTime(openTimes[index]),
        equity: equity[index],
        ...(isBeside && { benchmark: benchmark && benchmark[index] }),
        drawdown: drawdown[index],
        window: windows[window].index,
        ...(rolling && toRollingPoint(rolling, index)),
      };
    }),
  };
}

/** RFC 4180, with the columns requested. */
export function toTestEquityCsv(
  { points }: TestEquityRead,
  { with: requested = [], rolling }: TestEquityQuery,
): string {
  return toPointsCsv(points, [
    'time',
    'equity',
    'drawdown',
    'window',
    ...requested,
    ...(rolling === undefined ? [] : ROLLING_COLUMNS),
  ]);
}
