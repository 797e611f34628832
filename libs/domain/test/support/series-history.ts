import type { Pool } from 'pg';

/** The noted writes of a series that reached before its newest candle, oldest first. */
export async function lateWritesOf(
  pool: Pool,
  seriesId: number,
): Promise<{ version: number; first: Date; last: Date }[]> {
  const { rows } = await pool.query<{ version: number; first: Date; last: Date }>(
    `select version::int as version, first_open_time as first, last_open_time as last
     from late_writes where series_id = $1 order by version`,
    [seriesId],
  );
  return rows;
}

/** What corrections of closed candles replaced, oldest first. */
export async function revisionsOf(pool: Pool, seriesId: number): Promise<{ open: string; volume: string }[]> {
  const { rows } = await pool.query<{ open: string; volume: string }>(
    'select open::text, volume::text from candlestick_revisions where series_id = $1 order by id',
    [seriesId],
  );
  return rows;
}
