import { aggregateColumns } from '#engine/market/aggregate-columns';
import { type CandleColumns, firstCandleAtOrAfter } from '#engine/market/candle-columns';
import { type Interval, intervalSeconds } from '#engine/market/interval';
import type { Series } from './series.entity';

export interface CandleNeed {
  /** Both inclusive. */
  readonly start: Date;
  readonly end: Date;
  /** Candles that are needed before `start`, too, as far as they exist. */
  readonly warmupBars: number;
}

/** Candles of one interval, stored as such or aggregated from shorter ones in memory. */
export interface IntervalSeries {
  /** The stored one: of that interval, or of one that divides it. */
  readonly series: Series;
  readonly interval: Interval;
}

export interface LoadedCandles {
  readonly candles: CandleColumns;
  /** Says from what the candles were aggregated, where they are not stored. */
  readonly warnings: readonly string[];
}

/** What is needed of the stored series. */
export function needOfStored({ series, interval }: IntervalSeries, need: CandleNeed): CandleNeed {
  if (series.interval === interval) return need;
  const fromSeconds = intervalSeconds(series.interval);
  const toSeconds = intervalSeconds(interval);
  return {
    start: need.start,
    end: new Date(need.end.getTime() + (toSeconds - fromSeconds) * 1000),
    // One more than is needed, as the first one may lack its beginning and is left out then.
    warmupBars: (need.warmupBars + 1) * (toSeconds / fromSeconds),
  };
}

/** Plain data in and out, for threads: 200,000 candles take long enough to hold an event loop up. */
export function toInterval(
  { series, interval }: IntervalSeries,
  stored: CandleColumns,
  need: CandleNeed,
): LoadedCandles {
  if (series.interval === interval) return { candles: stored, warnings: [] };
  const { candles, isPartial } = aggregateColumns(stored, {
    fromSeconds: intervalSeconds(series.interval),
    toSeconds: intervalSeconds(interval),
    calendar: series.calendar,
  });
  // Of the range alone: how much more was loaded depends on what else is stored, and a report must not.
  const inRange = isPartial.subarray(
    firstCandleAtOrAfter(candles, need.start.getTime()),
    firstCandleAtOrAfter(candles, need.end.getTime() + 1),
  );
  const partial = inRange.reduce((sum, mark) => sum + mark, 0);
  const lacking = partial > 0 ? `, ${partial} of them of fewer than they span` : '';
  return { candles, warnings: [aggregationWarning({ series, interval }) + lacking] };
}

/** What is to be said of candles that are not stored as such. */
export function aggregationWarning({ series, interval }: IntervalSeries): string {
  const { symbol, exchange } = series;
  return `no ${interval} candles of ${symbol} are stored on ${exchange}: they were aggregated from ${series.interval} candles`;
}
