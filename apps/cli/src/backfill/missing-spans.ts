import type { DataSource } from 'typeorm';
import { poolOf } from '#domain/postgres/pool';
import { findQuarantinedInGaps } from '#domain/gaps/quarantined-in-gaps';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { intervalSeconds } from '#engine/market/interval';

/** Open times of the first and the last candle, milliseconds since 1970 UTC. */
export interface OpenTimeSpan {
  readonly first: number;
  readonly last: number;
}

/** The steps from one stored candle to the next that are longer than the interval; the ends of the range count as stored. */
const MISSING = `
  with stored as (
    select extract(epoch from open_time)::float8 as second from candlesticks
    where series_id = (select id from series where exchange = $1 and symbol = $2 and interval = $3)
      and open_time between to_timestamp($4::float8) and to_timestamp($5::float8) and is_closed
    union all select $4::float8 - $6::float8 union all select $5::float8 + $6::float8
  ), step as (
    select second, lead(second) over (order by second) as next from stored
  )
  select (second + $6) * 1000 as first, (next - $6) * 1000 as last from step
  where next - second > $6 order by second`;

export async function findMissingSpans(
  dataSource: DataSource,
  { exchange, symbol, interval }: SeriesName,
  { first, last }: OpenTimeSpan,
): Promise<OpenTimeSpan[]> {
  const { rows } = await poolOf(dataSource).query<OpenTimeSpan>({
    name: 'missing-spans',
    text: MISSING,
    values: [exchange, symbol, interval, first / 1000, last / 1000, intervalSeconds(interval)],
  });
  return rows;
}

/** Up to how many candles in quarantine are counted apart from those that are nowhere. */
const MOST_QUARANTINED = 100_000;

/** Open times, ascending, of the candles of missing spans (ascending) that are in quarantine. */
export async function findQuarantined(
  dataSource: DataSource,
  series: SeriesName,
  spans: readonly OpenTimeSpan[],
): Promise<number[]> {
  const milliseconds = intervalSeconds(series.interval) * 1000;
  const gaps = spans.map((span) => ({ ...span, missing: countCandles([span], milliseconds) }));
  const found = await findQuarantinedInGaps(dataSource.manager, series, gaps, MOST_QUARANTINED);
  // One that lies off the grid belongs to the interval in which it opens.
  const times = found.map(({ openTime, gap }) => onGrid(openTime.getTime(), gap.first, milliseconds));
  return [...new Set(times)];
}

function onGrid(time: number, first: number, milliseconds: number): number {
  return time - ((time - first) % milliseconds);
}

/** The spans without some of their candles, given by the open times of these; both ascending. */
export function spansWithout(
  spans: readonly OpenTimeSpan[],
  times: readonly number[],
  intervalMilliseconds: number,
): OpenTimeSpan[] {
  let index = 0;
  return spans.flatMap(({ first, last }) => {
    const left: OpenTimeSpan[] = [];
    let from = first;
    for (; index < times.length && times[index] <= last; index++) {
      if (times[index] > from) left.push({ first: from, last: times[index] - intervalMilliseconds });
      from = times[index] + intervalMilliseconds;
    }
    return from <= last ? [...left, { first: from, last }] : left;
  });
}

/** Spans that one request reaches together become one: what is stored between them is fetched again and stays as it is. */
export function joinNearSpans(spans: readonly OpenTimeSpan[], reachMilliseconds: number): OpenTimeSpan[] {
  const joined: OpenTimeSpan[] = [];
  for (const span of spans) {
    const previous = joined.at(-1);
    if (previous && span.last - previous.last < reachMilliseconds) {
      joined[joined.length - 1] = { first: previous.first, last: span.last };
    } else joined.push(span);
  }
  return joined;
}

/** Candles in the spans. */
export function countCandles(spans: readonly OpenTimeSpan[], intervalMilliseconds: number): number {
  return spans.reduce(
    (sum, { first, last }) => sum + Math.round((last - first) / intervalMilliseconds) + 1,
    0,
  );
}
