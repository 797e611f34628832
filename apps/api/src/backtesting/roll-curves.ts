import type { Metrics } from '#engine/performance/compute-metrics';
import { rollingCurves } from '#engine/performance/relative/rolling-curves';
import type { RollingRelative } from '#engine/performance/relative/rolling-relative';
import { samplingOf } from './run-accounts';

interface Curves {
  readonly openTimes: Float64Array;
  readonly equity: Float64Array;
  readonly benchmark: Float64Array | null;
}

interface Report {
  readonly metrics: Metrics;
  /** Opens of the first and of the last bar that run and benchmark have. */
  readonly relative?: { readonly start: number; readonly end: number } | null;
}

/** The figures of the last so many returns at every bar of a run, beside its benchmark; null until it has a report, and where none are requested. */
export function rollCurves(
  { openTimes, equity, benchmark }: Curves,
  report: Report | null | undefined,
  interval: string,
  window: number | undefined,
): RollingRelative | null {
  if (!report || window === undefined) return null;
  const { metrics, relative } = report;
  const { seconds, calendar } = samplingOf({ metrics }, interval);
  return rollingCurves({
    openTime: openTimes,
    equity,
    benchmarkEquity: benchmark,
    intervalSeconds: seconds,
    calendar,
    ...(relative && {
      span: { first: openTimes.indexOf(relative.start), last: openTimes.indexOf(relative.end) },
    }),
    window,
  });
}
