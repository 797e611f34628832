import { EPOCH_MILLISECONDS } from '../../event-log/event-sql';
import { NEXT_WRITE_AT_SQL } from './candle-writes';
import { CLOSE_BEFORE, IS_FAR_OFF_BEFORE, REPLACE_AND_RETURN } from './upsert-statement';

/**
 * `upsertStatement` with `isJudged`, of one candle, in less than half of its time: there is nothing to sort, to group or to lock in order.
 * `recording` adds its event. `known` is materialized, since its close would else be looked up at each mention.
 */
export const upsertOneStatement = (recording: readonly string[]) => `
  with known as materialized (
    select id, (${CLOSE_BEFORE('$1::integer', '$2::timestamptz')}) as before
    from series where id = $1 and exchange = $9 and symbol = $10 and interval = $11
  ), judged as (
    select id, coalesce(${IS_FAR_OFF_BEFORE('$6::numeric')}, false) as suspect from known
  ), written as (
    insert into candlesticks (series_id, open_time, open, high, low, close, volume, is_closed)
    select id, $2, $3::numeric, $4::numeric, $5::numeric, $6::numeric, $7::numeric, $8::boolean
    from judged where not suspect${REPLACE_AND_RETURN}
  ), moved as (
    update series
      set candle_count = candle_count + inserted::integer, version = version + 1, last_write_at = ${NEXT_WRITE_AT_SQL},
          first_open_time = least(first_open_time, open_time), last_open_time = greatest(last_open_time, open_time)
    from written
    where series.id = written.series_id
    returning series.id, exchange, symbol, interval, version, written.*, last_write_at as written_at,
              last_open_time > open_time as late, held_candles
  ), noted as (
    insert into late_writes (series_id, version, first_open_time, last_open_time, written_at)
    select id, version, open_time, open_time, written_at from moved where late
  )${recording.map((expression) => `,${expression}`).join('')}
  select id as "seriesId", version::float8 as version, inserted::integer as inserted, (not inserted)::integer as updated,
         ${EPOCH_MILLISECONDS('open_time')} as first, ${EPOCH_MILLISECONDS('open_time')} as last,
         ${EPOCH_MILLISECONDS('written_at')} as "writtenAt", held_candles as "heldCandles", suspect
  from judged left join moved using (id)
  where case when exists (select from written) and not exists (select from moved) then refuse_removed_series() else true end`;
