import { bucketOf, countedSpans, expectationOf } from '#engine/market/candle-buckets';
import { closedBefore, hasClosed } from '../series/closed-candles';
import type { IntervalSeries } from '../series/interval-candles';
import { aggregationOf } from './bar-reader';

/** Open times of bars in ms, both inclusive. */
export interface BarRange {
  readonly from: number;
  readonly to: number;
}

/** How bars are put into groups, and which of these are wanted. */
export interface Grouping {
  /** Number of the first bar of the range among all of the series. */
  readonly firstBar: number;
  readonly barsPerGroup: number;
  /** Number of the first group that is wanted. */
  readonly firstGroup: number;
}

/** What is in a statement is numbers and times alone, so that COPY, which takes no parameters, takes it, too. */
function timeSql(time: number): string {
  return `timestamptz '${new Date(time).toISOString()}'`;
}

/**
 * SQL: the bars of a range (`bar` is the open time), with the open times of the first and the last stored candle of each. Of a
 * series of that interval they are its candles; else they are aggregated from those that count for them.
 */
export function barsSql(source: IntervalSeries, { from, to }: BarRange): string {
  const { series } = source;
  const closed = hasClosed(timeSql(closedBefore(series.interval).getTime()));
  const aggregation = aggregationOf(source);
  if (!aggregation) {
    return `select open_time as bar, open_time as first, open_time as last, high, low, volume, ${closed} as closed, is_corrected
      from candlesticks where series_id = ${series.id} and open_time between ${timeSql(from)} and ${timeSql(to)}`;
  }
  const step = aggregation.toSeconds * 1000;
  // Whole bars alone.
  const first = Math.ceil(from / step) * step;
  const spans = countedSpans(first, (Math.floor(to / step) + 1) * step - 1, aggregation);
  const times = (pick: (span: (typeof spans)[number]) => number) =>
    `'{${spans.map((span) => new Date(pick(span)).toISOString()).join(',')}}'::timestamptz[]`;
  return `select date_bin(interval '${aggregation.toSeconds} seconds', open_time, timestamptz 'epoch') as bar,
      min(open_time) as first, max(open_time) as last, max(high) as high, min(low) as low, sum(volume) as volume,
      bool_and(${closed}) as closed, bool_or(is_corrected) as is_corrected
    from unnest(${times(({ after }) => after)}, ${times(({ before }) => before)}) as counted (after, before)
    cross join lateral (
      select * from candlesticks where series_id = ${series.id} and open_time > after and open_time < before offset 0
    ) candle
    group by 1`;
}

/**
 * SQL: groups of so many bars each, counted from the first bar of the series, so that a group is the same in every range that
 * holds it; the newest one may have fewer. `limit` and `offset` keep the planner from turning a look-up by the primary key into a
 * join over the whole series, which it does where its statistics do not know the series yet: after an import.
 */
export function groupsSql(
  source: IntervalSeries,
  range: BarRange,
  { firstBar, barsPerGroup, firstGroup }: Grouping,
): string {
  return `select "group", bar as open_time, opening.open, high, low, closing.close, volume, closed, is_corrected
    from (
      select "group", min(bar) as bar, min(first) as first, max(last) as last, max(high) as high, min(low) as low,
        sum(volume) as volume, bool_and(closed) as closed, bool_or(is_corrected) as is_corrected
      from (
        select *, (row_number() over (order by bar) - 1 + ${firstBar}) / ${barsPerGroup} as "group"
        from (${barsSql(source, range)}) bars
      ) numbered
      where "group" >= ${firstGroup} group by "group"
    ) candle
    join lateral (
      select open from candlesticks where series_id = ${source.series.id} and open_time = candle.first limit 1
    ) opening on true
    join lateral (
      select close from candlesticks where series_id = ${source.series.id} and open_time = candle.last limit 1
    ) closing on true
    order by bar`;
}

/**
 * Where the bars of a series begin and end. The first is left out unless the stored candles reach back to its beginning: nobody
 * knows what else was traded in it. `openBar` is the last one where they do not reach on to its end. null: there is no bar.
 */
export function extentOf(source: IntervalSeries): (BarRange & { readonly openBar: number | null }) | null {
  const { firstOpenTime, lastOpenTime } = source.series;
  if (firstOpenTime === null || lastOpenTime === null) return null;
  const [first, last] = [firstOpenTime.getTime(), lastOpenTime.getTime()];
  const aggregation = aggregationOf(source);
  if (!aggregation) return { from: first, to: last, openBar: null };
  const bucket = bucketOf(first, aggregation);
  const isWhole = first <= (expectationOf(bucket, aggregation)?.first ?? 0);
  const from = isWhole ? bucket : bucket + aggregation.toSeconds * 1000;
  const to = bucketOf(last, aggregation);
  const end = last + aggregation.fromSeconds * 1000;
  return { from, to, openBar: end < (expectationOf(to, aggregation)?.end ?? 0) ? to : null };
}
