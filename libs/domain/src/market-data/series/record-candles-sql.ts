import { MILLISECONDS, TIME_TEXT } from '../../event-log/event-sql';

/** So many candles are events of their own; a commit with more of a series is one `candles.loaded`. */
export const MOST_CANDLES_OF_ROW = 1_000;

const SERIES_CONTENT = `'exchange', exchange, 'symbol', symbol, 'interval', interval`;

const KIND = `case when is_corrected then 'candle.corrected' else 'candle.closed' end as kind`;

const CANDLE_CONTENT = `
  jsonb_build_array(${MILLISECONDS('open_time')}, open::text, high::text, low::text, close::text, volume::text)`;

/** SQL: what an event says of a series, over its row after the write; `candles` are an array of arrays. */
const CANDLES_CONTENT = (seriesId: string, candles: string) => `
  jsonb_build_object(${SERIES_CONTENT}, 'seriesId', ${seriesId}, 'revision', version,
    'recordedAt', ${MILLISECONDS('written_at')}, 'candles', ${candles})`;

/** SQL: the content of `candles.loaded`, over a row of candle_loads or the like and the names of its series. */
export const LOADED_CONTENT = (load: string, version: string, recordedAt: string) => `
  jsonb_build_array(jsonb_build_object(${SERIES_CONTENT}, 'start', ${TIME_TEXT(`${load}.first_open_time`)},
    'end', ${TIME_TEXT(`${load}.last_open_time`)}, 'inserted', ${load}.inserted, 'updated', ${load}.updated,
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
    select part, is_corrected, series_id, count(*) as count, jsonb_agg(${CANDLE_CONTENT} order by open_time) as candles
    from numbered group by part, is_corrected, series_id
  )`;

/**
 * As CANDLES_OF_EVENTS, of one series where `written` holds what a COPY left. `copied`, in SQL, is a text of what was copied
 * and is closed: a JSON array of candles, each as its event has it.
 */
export const CANDLES_OF_COPY = (copied: string) => `
  of_series as (
    select 0 as part, is_corrected, counted.series_id, count(*) as count, jsonb_agg(candle order by candle -> 0) as candles
    from counted, (
      select is_corrected, ${CANDLE_CONTENT} as candle from written where is_closed
      union all select false, jsonb_array_elements(${copied}::jsonb)
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
        jsonb_agg(${CANDLES_CONTENT('series_id', 'candles')} order by series_id)
          filter (where series_id is not null) as content
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
        jsonb_build_array(${CANDLES_CONTENT('id', `jsonb_build_array(${CANDLE_CONTENT})`)}) as content
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
