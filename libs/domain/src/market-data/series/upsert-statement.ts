import { OUTLIER_FACTOR } from '#engine/market/outlier';
import { EPOCH_MILLISECONDS } from '../../event-log/event-sql';
import { NEXT_WRITE_AT_SQL } from './candle-writes';
import { PRICE_FIELDS } from './upsert-columns';

const digitsOf = (row: string) => PRICE_FIELDS.map((field) => `${row}.${field}::text`).join(', ');

const REPLACED = digitsOf('candlesticks');
const GIVEN = digitsOf('excluded');

/** The end of an INSERT into candlesticks: changes what differs in any digit, and answers what was written. */
export const REPLACE_AND_RETURN = `
    on conflict (series_id, open_time) do update
      set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
          volume = excluded.volume, is_closed = excluded.is_closed,
          is_corrected = candlesticks.is_corrected
            or (candlesticks.is_closed is true and (${REPLACED}) is distinct from (${GIVEN}))
      where (${REPLACED}, candlesticks.is_closed) is distinct from (${GIVEN}, excluded.is_closed)
    returning series_id, open_time, open, high, low, close, volume, is_closed, is_corrected, xmax = 0 as inserted`;

/** A subquery: the close stored right before a time of a series. */
export const CLOSE_BEFORE = (seriesId: string, openTime: string) => `
  select candlesticks.close::float8 as before from candlesticks
  where candlesticks.series_id = ${seriesId} and candlesticks.open_time < ${openTime}
  order by candlesticks.open_time desc limit 1`;

/** As `isFarOff`, of `before` and a close. */
export const IS_FAR_OFF_BEFORE = (close: string) =>
  `(${close}::float8 > before * ${OUTLIER_FACTOR} or ${close}::float8 * ${OUTLIER_FACTOR} < before)`;

const COLUMNS = 'series_id, open_time, open, high, low, close, volume, is_closed';

const TYPES = ['integer', 'timestamptz', 'numeric', 'numeric', 'numeric', 'numeric', 'numeric', 'boolean'];

/** SQL: candles as rows. The parameters, the first of the statement, are the arrays of UpsertColumns. */
const GIVEN_CANDLES = `
    unnest(${TYPES.map((type, index) => `$${index + 1}::${type}[]`).join(', ')}) as incoming (${COLUMNS})`;

export const PARAMETERS_OF_WRITTEN = TYPES.length;

const WRITTEN_FROM = (candles: string) => `written as (
    insert into candlesticks (${COLUMNS})
    select ${COLUMNS}
    from ${candles}
    order by series_id, open_time${REPLACE_AND_RETURN}
  )`;

/** Common table expression: stores such candles. */
export const WRITTEN = WRITTEN_FROM(GIVEN_CANDLES);

/**
 * Common table expressions: move the counters of each series by what `counted` says of it, and note a write that reaches
 * before its newest candle, so that who was not listening finds it later.
 */
export const MOVED = `locked as (
    select counted.*, series.last_open_time as newest_before
    from series join counted on series.id = counted.series_id order by series.id for no key update of series
  ), moved as (
    update series
      set candle_count = candle_count + locked.inserted, version = version + 1, last_write_at = ${NEXT_WRITE_AT_SQL},
          first_open_time = least(first_open_time, locked.first),
          last_open_time = greatest(last_open_time, locked.last)
    from locked
    where series.id = locked.series_id
    returning series.id, exchange, symbol, interval, version, locked.inserted, locked.changed - locked.inserted as updated,
              locked.closed, locked.first as first_open_time, locked.last as last_open_time,
              last_write_at as written_at, locked.first < locked.newest_before as late, held_candles
  ), noted as (
    insert into late_writes (series_id, version, first_open_time, last_open_time, written_at)
    select id, version, first_open_time, last_open_time, written_at from moved where late
  )`;

/** The columns of a WrittenRow, over `moved`. */
export const WRITES = `
  id as "seriesId", version::float8 as version, inserted::float8 as inserted, updated::float8 as updated,
  ${EPOCH_MILLISECONDS('first_open_time')} as first, ${EPOCH_MILLISECONDS('last_open_time')} as last,
  ${EPOCH_MILLISECONDS('written_at')} as "writtenAt", held_candles as "heldCandles"`;

/** Common table expression: the series of which a close is far off the one that is stored right before it. */
const SUSPECTS = `suspects as (
    select incoming.series_id
    from ${GIVEN_CANDLES}
    cross join lateral (${CLOSE_BEFORE('incoming.series_id', 'incoming.open_time')}) stored
    where ${IS_FAR_OFF_BEFORE('incoming.close')}
  ), `;

interface UpsertOptions {
  /** Stores nothing of a series that may hold an outlier, and answers it as `suspect`. */
  readonly isJudged: boolean;
}

/**
 * One statement inserts what is new, changes what differs in any digit, and moves the counters of each series: they
 * commit together or not at all. It locks candles in ascending series and time and then the series in ascending id, so that
 * writers queue up instead of deadlocking. It stores nothing where an id and a name do not belong together, and fails where
 * a series is deleted while it runs. The revision of a changed candle is the table's trigger's work. `recording` adds its events.
 *
 * The planner takes each of these expressions for a few rows, also where they have thousands, and would compare every row of one with every
 * row of another. So they are joined to tables with an index, or in full, which is always done by hash or merge.
 */
export const upsertStatement = (recording: readonly string[], { isJudged }: UpsertOptions) => `
  with expected as (
    select * from unnest($9::integer[], $10::text[], $11::text[], $12::text[]) as named (id, exchange, symbol, interval)
  ), known as (
    select id from series join expected using (id, exchange, symbol, interval)
  ), ${isJudged ? SUSPECTS : ''}${WRITTEN_FROM(`${GIVEN_CANDLES}
    where (select count(*) from known) = (select count(*) from expected)
      ${isJudged ? 'and series_id not in (select series_id from suspects)' : ''}`)}, counted as (
    select series_id, count(*) filter (where inserted) as inserted, count(*) as changed,
           count(*) filter (where is_closed) as closed,
           min(open_time) as first, max(open_time) as last
    from written group by series_id
  ), ${MOVED}${recording.map((expression) => `,${expression}`).join('')}
  select ${WRITES},
         ${isJudged ? 'id in (select series_id from suspects)' : 'false'} as suspect
  from known full join moved using (id)
  where case when (select count(*) from moved) < (select count(*) from counted) then refuse_removed_series() else true end`;
