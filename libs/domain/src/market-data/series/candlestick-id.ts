import { SERIES_ID_LIMIT } from './series.entity';

const SECONDS_LIMIT = 2 ** 32;

/**
 * The API's id of a candle: `series_id * 2^32 + open_time in seconds`, below 2^53. It says where the candle lies, so it
 * never changes and needs no index.
 */
export function toCandlestickId(seriesId: number, openTime: Date): number {
  return seriesId * SECONDS_LIMIT + openTime.getTime() / 1000;
}

/** The same in SQL, as a fragment over the given expressions. */
export function candlestickIdSql(seriesId: string, openTime: string): string {
  return `(${seriesId}::bigint * ${SECONDS_LIMIT} + extract(epoch from ${openTime})::bigint)`;
}

/** Where the candle with this id lies; undefined for a number that no candle can have. */
export function fromCandlestickId(id: number): { seriesId: number; openTime: Date } | undefined {
  if (!Number.isSafeInteger(id) || id < SECONDS_LIMIT || id >= SERIES_ID_LIMIT * SECONDS_LIMIT)
    return undefined;
  return { seriesId: Math.floor(id / SECONDS_LIMIT), openTime: new Date((id % SECONDS_LIMIT) * 1000) };
}
