import { candlestickIdSql } from '../series/candlestick-id';

/** SQL of a time's wire form; candles lie on whole seconds. */
export function openTimeSql(openTime: string): string {
  return `to_char(${openTime} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

/**
 * SQL that builds a candle's wire form (CandlestickRead of the specification) as JSON text. Built in the database the
 * numbers keep every digit and cost no object per row here. `series` must offer `id` and `head`, see SERIES_HEAD.
 */
export function candlestickJsonSql(candle: string, series: string): string {
  return (
    `'{"id":' || ${candlestickIdSql(`${candle}.series_id`, `${candle}.open_time`)} || ${series}.head || ` +
    `${openTimeSql(`${candle}.open_time`)} || '","open":"' || ${candle}.open || ` +
    `'","high":"' || ${candle}.high || '","low":"' || ${candle}.low || '","close":"' || ${candle}.close || ` +
    `'","volume":"' || ${candle}.volume || '"}'`
  );
}

/** The part of the wire form that all candles of a series share, escaped once per series. */
export const SERIES_HEAD_SQL =
  `',"exchange":' || to_json(exchange)::text || ',"symbol":' || to_json(symbol)::text || ` +
  `',"interval":' || to_json(interval)::text || ',"open_time":"'`;
