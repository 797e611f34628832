import type { Pool } from 'pg';
import { candlestickJsonSql, SERIES_HEAD_SQL } from './candlestick-json';
import type { ReadingWindow } from './reading-windows';

/** A position in the order of time, then series: candles on it and after it are not wanted. */
export interface CandleKey {
  readonly openTime: Date | 'infinity';
  readonly seriesId: number;
}

export const AFTER_ALL_CANDLES: CandleKey = { openTime: 'infinity', seriesId: 0 };

export interface CandlesOfWindow {
  readonly count: number;
  /** Text of a JSON array. */
  readonly items: string;
}

/** Several series: each contributes its candles inside a window of time, read along the key. */
const pageOfWindow = (order: 'asc' | 'desc', listed: 'asc' | 'desc') => `
  select count(*) as count,
    string_agg(${candlestickJsonSql('page', 'page')}, ',' order by open_time ${listed}, series_id ${listed}) as items
  from (
    select candle.*, series.head
    from (select id, ${SERIES_HEAD_SQL} as head from series where id = any($1)) series
    cross join lateral (
      select * from candlesticks
      where series_id = series.id and open_time between $2 and $3 and (open_time, series_id) < ($6, $7)
      order by open_time ${order} limit $4::bigint + $5::bigint
    ) candle
    order by candle.open_time ${order}, candle.series_id ${order} limit $4 offset $5
  ) page`;

/** What is first in a list is also read first, so a list reads no more than it shows. */
export const NEWEST_FIRST = pageOfWindow('desc', 'desc');
export const OLDEST = pageOfWindow('asc', 'asc');
export const NEWEST_ASCENDING = pageOfWindow('desc', 'asc');

export async function readWindow(
  pool: Pool,
  statement: string,
  series: readonly { id: number }[],
  window: ReadingWindow,
  { limit, offset = 0, before = AFTER_ALL_CANDLES }: { limit: number; offset?: number; before?: CandleKey },
): Promise<CandlesOfWindow> {
  const { rows } = await pool.query<{ count: string; items: string | null }>(statement, [
    series.map(({ id }) => id),
    window.from,
    window.to,
    limit,
    offset,
    before.openTime,
    before.seriesId,
  ]);
  return { count: Number(rows[0].count), items: toJsonArray(rows[0].items) };
}

export function toJsonArray(items: string | null | undefined): string {
  return `[${items ?? ''}]`;
}
