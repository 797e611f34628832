import type { DurablePostgres } from './durable-postgres';

/** The series whose counters do not say what is stored. */
export function findWrongCounters(stage: Pick<DurablePostgres, 'query'>): Promise<{ symbol: string }[]> {
  return stage.query<{ symbol: string }>(
    `select series.symbol from series
     left join lateral (
       select count(*) as candles, min(open_time) as first, max(open_time) as last
       from candlesticks where series_id = series.id
     ) stored on true
     where (series.candle_count, series.first_open_time, series.last_open_time)
       is distinct from (stored.candles, stored.first, stored.last)`,
  );
}
