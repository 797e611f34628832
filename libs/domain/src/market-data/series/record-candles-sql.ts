import { MILLISECONDS, TIME_TEXT } from '../../event-log/event-sql';

/** So many candles are events of their own; a commit with more of a series is one `candles.loaded`. */
export const MOST_CANDLES_OF_ROW = 1_000;

const KIND = `case when is_corrected then 'candle.corrected' else 'candle.closed' end as kind`;

/** SQL: a candle as JSON text, which takes less time than functions that build JSON. */
const CANDLE_TEXT = `
  format('[%s,"%s","%s","%s","%s","%s"]', ${MILLISECONDS('open_time')}, open, high, low, close, volume)`;

/** SQL: as JSON text, what an event says of a series, over its row after the write; `candles` is the text of some, with commas between them. */
const CANDLES_TEXT = (seriesId: string, candles: string) => `
  format('{"exchange":%s,"symbol":%s,"interval":%s,"seriesId":%s,"revision":%s,"recordedAt":%s,"candles":[%s]}',
    to_json(exchange), to_json(symbol), to_json(interval), ${seriesId}, version, ${MILLISECONDS('written_at')}, ${candles})`;

/** SQL: what an event holds, of the texts of its series, with commas between them. */
const CONTENT = (series: string) => `('[' || ${series} || ']')::jsonb`;

/** SQL: the content of `candles.loaded`, over a row of candle_loads or the like and the names of its series. */
export const LOADED_CONTENT = (load: string, version: string, recordedAt: string) => `
  jsonb_build_array(jsonb_build_object('exchange', exchange, 'symbol', symbol, 'interval', interval,
    'start', ${TIME_TEXT(`${load}.first_open_time`)}, 'end', ${TIME_TEXT(`${load}.last_open_time`)}, 'inserted', ${load}.inserted, 'updated', ${load}.updated,
    'revision', ${version}, 'recordedAt', ${MILLISECONDS(recordedAt)}))`;

/**
 * Common table expressions of an upsert: the closed candles that `written` changed, in parts, by series. A series that has more
 * than are recorded one by one, by `counted`, is left out.
 */
export const CANDLES_OF_EVENTS = `
  numbered as (
    select written.*, (row_number() over (order by series_id, open_time) - 1) / ${MOST_CANDLES_OF_ROW} as part
    from written
    where is_closed and series_id not in (select series_id from counted where closed > ${MOST_CANDLES_OF_ROW})
  ), of_series as (
    select part, is_corrected, series_id, count(*) as count, string_agg(${CANDLE_TEXT}, ',' order by open_time) as candles
    from numbered group by part, is_corrected, series_id
  )`;

/**
 * As CANDLES_OF_EVENTS, of one series where `written` holds what a COPY left. `copied`, in SQL, is a text of what was copied
 * and is closed: a JSON array of candles, each as its event has it.
 */
export const CANDLES_OF_COPY = (copied: string) => `
  of_series as (
    select 0 as part, is_corrected, counted.series_id, count(*) as count, string_agg(candle, ',' order by open_at) as candles
    from counted, (
      select is_corrected, ${MILLISECONDS('open_time')} as open_at, ${CANDLE_TEXT} as candle from written where is_closed
      union all
      select false, (candle ->> 0)::bigint, candle::text from json_array_elements(${copied}::json) candle
    ) recorded
    where counted.closed <= ${MOST_CANDLES_OF_ROW}
    group by is_corrected, counted.series_id
  )`;

/**
 * A common table expression: records what a commit did to series. After `of_series` (see above) and `moved` (the series' rows after it,
 * with `inserted`, `updated`, how many `closed`, first and last open time and `written_at`). The rows are inserted when every series is locked, so their ids ascend with the commits of each. The parameters, in
 * SQL, are what all series share, or null.
 */
export const RECORDED_EVENTS = (exchange: string, symbol: string, interval: string) => `
  recorded as (
    insert into events (kind, exchange, symbol, interval, event_count, content, bytes)
    select kind, ${exchange}, ${symbol}, ${interval}, event_count, content, pg_column_size(content)
    from (
      select part, ${KIND}, sum(count) as event_count,
        ${CONTENT(`string_agg(${CANDLES_TEXT('series_id', 'candles')}, ',' order by series_id) filter (where series_id is not null)`)} as content
      from of_series full join moved on moved.id = series_id
      group by part, is_corrected having count(series_id) > 0
      union all
      select null, 'candles.loaded', 1, ${LOADED_CONTENT('moved', 'moved.version', 'moved.written_at')}
      from moved where closed > ${MOST_CANDLES_OF_ROW}
    ) event
    order by part, kind
  )`;

/** As RECORDED_EVENTS, of the one candle of a commit, which is a part of `moved`. */
export const RECORDED_CANDLE = `
  recorded as (
    insert into events (kind, exchange, symbol, interval, event_count, content, bytes)
    select kind, exchange, symbol, interval, 1, content, pg_column_size(content)
    from (
      select ${KIND}, exchange, symbol, interval,
        ${CONTENT(CANDLES_TEXT('id', CANDLE_TEXT))} as content
      from moved where is_closed
    ) event
  )`;

/** As RECORDED_EVENTS, where one event is to report the whole load. */
export const RECORDED_LOAD = (loadId: string) => `
  recorded as (
    insert into candle_loads (load_id, series_id, first_open_time, last_open_time, inserted, updated, version, renewed_at)
    select ${loadId}, id, moved.first_open_time, moved.last_open_time, moved.inserted, moved.updated, version, now()
    from moved where closed > 0
    on conflict (load_id, series_id) do update set
      first_open_time = least(candle_loads.first_open_time, excluded.first_open_time),
      last_open_time = greatest(candle_loads.last_open_time, excluded.last_open_time),
      inserted = candle_loads.inserted + excluded.inserted, updated = candle_loads.updated + excluded.updated,
      version = excluded.version, renewed_at = excluded.renewed_at
  )`;
