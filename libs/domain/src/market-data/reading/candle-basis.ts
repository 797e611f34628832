import type { Calendar } from '#engine/calendar/calendar';
import { INTERVALS, intervalSeconds } from '#engine/market/interval';
import { nextBucketCompletes } from '#engine/market/next-bucket';
import { aggregationOf } from './bar-reader';
import type { NewestCandle } from './candle-columns.loader';
import { CANDLE_TEXT, closedBefore, hasClosed } from '../series/closed-candles';
import type { IntervalSeries } from '../series/interval-candles';
import { LATE_WRITES_KEPT_DAYS } from '../series/late-write.entity';

/** What something was computed from, as its row keeps it: enough to say whether it would come out the same now. */
export interface CandleBasis {
  /** The stored series: the interval's own, or a shorter one. */
  readonly sourceSeriesId: number;
  /** Its version before the first of its candles was read. */
  readonly sourceVersion: number;
  /** The first time whose candles count; null: whatever comes in before counts, too. */
  readonly windowStart: Date | null;
  /** Exclusive. */
  readonly windowEnd: Date;
  /**
   * The source's newest closed candle where it lies in the window, as a text: a change of the newest candle is noted nowhere
   * else as one of the past.
   */
  readonly newestOpenTime: Date | null;
  readonly newestCandle: string | null;
  /** A closed candle of the source that opens here or later makes another candle complete. */
  readonly nextOpenTime: Date;
  /** Of the source when it was computed. */
  readonly calendar: Calendar;
}

interface BarsUsed {
  /** The first time (ms) whose candles count; null: all up to the last. */
  readonly from: number | null;
  /** Open time of the last bar, ms. */
  readonly last: number;
}

/** `source` and `newest` are those from before the candles were read: what changes between makes it out of date. */
export function candleBasis(
  source: IntervalSeries,
  newest: NewestCandle,
  { from, last }: BarsUsed,
): CandleBasis {
  const { series, interval } = source;
  const aggregation = aggregationOf(source);
  const shorter = newest.openTime.getTime();
  const windowEnd = last + intervalSeconds(interval) * 1000;
  const isInWindow = shorter < windowEnd;
  return {
    sourceSeriesId: series.id,
    sourceVersion: series.version,
    calendar: series.calendar,
    windowStart: from === null ? null : new Date(from),
    windowEnd: new Date(windowEnd),
    newestOpenTime: isInWindow ? newest.openTime : null,
    newestCandle: isInWindow ? newest.text : null,
    nextOpenTime: new Date(
      aggregation ? nextBucketCompletes({ complete: last, shorter }, aggregation) : shorter + 1000,
    ),
  };
}

/**
 * SQL: whether a row with the columns of a CandleBasis, an interval, exchange and symbol, and `computed_at` is out of date:
 * computed of another series than SeriesRepository would take now, by another calendar, before another candle closed, or
 * from candles that have changed since. What is before the newest candle is noted as a late write; the newest one is compared
 * itself. A series of the same version has changed nothing. `source` is the row of its series; `first` the number of the
 * first of its parameters (see basisParameters).
 */
export function isOutOfDate(row: string, source: string, first: number): string {
  const indexOf = (of: string) => `[array_position($${first}::text[], ${of}.interval)]`;
  const closedBeforeOf = (of: string) => `($${first + 1}::timestamptz[])${indexOf(of)}`;
  const secondsOf = (of: string) => `($${first + 2}::integer[])${indexOf(of)}`;
  return `(
    (${source}.interval <> ${row}.interval and ${row}.calendar is distinct from ${source}.calendar)
    or (${source}.interval <> ${row}.interval and exists (select from series longer
      where longer.exchange = ${row}.exchange and longer.symbol = ${row}.symbol and longer.candle_count > 0
        and ${secondsOf('longer')} > ${secondsOf(source)}
        and ${secondsOf(row)} % ${secondsOf('longer')} = 0
        and longer.first_open_time < ${closedBeforeOf('longer')}))
    or (${source}.last_open_time >= ${row}.next_open_time and exists (select from candlesticks
      where series_id = ${source}.id and open_time >= ${row}.next_open_time
        and ${hasClosed(closedBeforeOf(source))}))
    or (${source}.version <> ${row}.source_version and (
      ${row}.computed_at < now() - make_interval(days => ${LATE_WRITES_KEPT_DAYS - 1})
      or exists (select from late_writes
        where series_id = ${source}.id and version > ${row}.source_version
          and first_open_time < ${row}.window_end
          and last_open_time >= coalesce(${row}.window_start, '-infinity'))
      or (${row}.newest_open_time is not null and not exists (select from candlesticks
        where series_id = ${source}.id and open_time = ${row}.newest_open_time
          and ${CANDLE_TEXT} = ${row}.newest_candle)))))`;
}

/** The three parameters of isOutOfDate. */
export function basisParameters(): unknown[] {
  return [INTERVALS, INTERVALS.map((interval) => closedBefore(interval)), INTERVALS.map(intervalSeconds)];
}
