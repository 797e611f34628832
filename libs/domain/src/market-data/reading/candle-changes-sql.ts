import { LATE_WRITES_KEPT_DAYS } from '../series/late-write.entity';

/** More than this is for a query, not for a stream. */
export const MOST_CHANGES = 10_000;

const STATE = `
  id as "seriesId", version::float8 as version, coalesce(floor(extract(epoch from last_write_at) * 1000), 0)::float8 as "committedAt",
  coalesce(extract(epoch from last_open_time) * 1000, 0)::float8 as "newestOpenTime"`;

const CANDLE = `
  (extract(epoch from candle.open_time) * 1000)::float8 as "openTime", candle.open, candle.high, candle.low, candle.close,
  candle.volume, candle.is_closed is true as "isClosed"`;

const latestWhere = (condition: string) => `
  select ${STATE}, ${CANDLE}
  from series left join lateral (
    select * from candlesticks where series_id = series.id order by open_time desc limit 1
  ) candle on true
  where ${condition}`;

export const LATEST_OF_NAME = latestWhere('exchange = $1 and symbol = $2 and interval = $3');

export const MOVED = `
  select number::int - 1 as index,
    coalesce(series.id <> seen.id or series.version < seen.version, false) as "isReplaced"
  from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::bigint[]) with ordinality
    as seen (exchange, symbol, interval, id, version, number)
  join series using (exchange, symbol, interval)
  where series.version <> seen.version or series.id <> seen.id`;

interface LateWrites {
  readonly which: string;
  /** SQL: the first open time that counts. */
  readonly first: string;
  /** SQL: some of these notes are deleted. */
  readonly isForgotten: string;
}

/**
 * In one statement, so that state and candles belong together. The spans of late writes overlap; merged they name each candle
 * once. Which of them changed a candle last is for the process to find out (commit-order), from the spans in the first row.
 */
const changesWhere = ({ which, first, isForgotten }: LateWrites) => `
  with late as (
    select ${first} as first, last_open_time as last, max(written_at) as committed_at
    from late_writes where series_id = $1 and first_open_time < $2 and ${which} group by 1, 2
  ), span as (
    select lower(merged) as first, upper(merged) as last
    from (select unnest(range_agg(tstzrange(first, last, '[]'))) as merged from late) ranges
  ), changed as (
    (
      select earlier.* from span cross join lateral (
        select * from candlesticks
        where series_id = $1 and open_time between span.first and span.last and open_time < $2
        order by open_time limit ${MOST_CHANGES + 1}
      ) earlier limit ${MOST_CHANGES + 1}
    )
    union all
    (
      select * from candlesticks where series_id = $1 and open_time >= $2 order by open_time limit ${MOST_CHANGES + 1}
    )
  )
  select ${STATE}, ${isForgotten} as "isForgotten",
    (extract(epoch from case when ${isForgotten} then first_open_time
      else least($2::timestamptz, (select min(first) from span)) end) * 1000)::float8 as from,
    case when candle.number = 1 and candle.total <= ${MOST_CHANGES} then (
      select string_agg(concat_ws(' ', ${['first', 'last', 'committed_at'].map(millisecondsOf).join(', ')}), ' ') from late
    ) end as late,
    ${CANDLE}
  from series left join (
    select *, row_number() over (order by open_time) as number, count(*) over () as total
    from changed limit ${MOST_CHANGES + 1}
  ) candle on true
  where id = $1 and exchange = $3 and symbol = $4 and interval = $5
  order by candle.open_time`;

function millisecondsOf(time: string): string {
  return `floor(extract(epoch from ${time}) * 1000)::bigint`;
}

export const CHANGES_AFTER_VERSION = changesWhere({
  which: 'version > $6',
  first: 'first_open_time',
  isForgotten: 'false',
});

/** Of the writes of the millisecond $6 only the candles after $7 count. */
export const CHANGES_SINCE_COMMIT = changesWhere({
  which: `written_at >= $6 and not (date_trunc('milliseconds', written_at) = $6 and last_open_time <= $7)`,
  first: `case when date_trunc('milliseconds', written_at) = $6
    then greatest(first_open_time, $7::timestamptz + interval '1 millisecond') else first_open_time end`,
  isForgotten: `(first_open_time < $2 and $6::timestamptz < now() - interval '${LATE_WRITES_KEPT_DAYS} days')`,
});
