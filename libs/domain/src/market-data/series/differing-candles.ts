import type { PoolClient } from 'pg';
import type { CandleToWrite, SeriesBatch } from './candle-writes';
import { CANDLE_TEXT, closedMark } from './closed-candles';

const STORED_BETWEEN = `
  select extract(epoch from open_time)::float8 * 1000 as "openTime", ${CANDLE_TEXT} as numbers, is_closed as "isClosed"
  from candlesticks where series_id = $1 and open_time between $2 and $3 order by open_time limit $4`;

/** More of what is stored is not read for a candle that is to be. */
const MOST_STORED_FOR_EACH = 2;

interface StoredCandle {
  readonly openTime: number;
  readonly numbers: string;
  readonly isClosed: boolean | null;
}

/** Candles to write, without those that are stored as they are, digit for digit. */
export interface DifferingCandles {
  readonly fresh: readonly CandleToWrite[];
  /** Something is stored at their times. */
  readonly changed: readonly CandleToWrite[];
}

/**
 * Compares candles, ascending, with what is stored. To be called under the lock of the series' row. Undefined where too
 * much is stored between them.
 */
export async function differingCandles(
  client: PoolClient,
  { seriesId, candles }: SeriesBatch,
  closedUpTo: number,
): Promise<DifferingCandles | undefined> {
  const limit = MOST_STORED_FOR_EACH * candles.length;
  const { rows: stored } = await client.query<StoredCandle>({
    name: 'candles-stored-between',
    text: STORED_BETWEEN,
    values: [seriesId, candles[0].openTime, candles[candles.length - 1].openTime, limit + 1],
  });
  if (stored.length > limit) return undefined;
  const fresh: CandleToWrite[] = [];
  const changed: CandleToWrite[] = [];
  let next = 0;
  for (const candle of candles) {
    const openTime = candle.openTime.getTime();
    while (next < stored.length && stored[next].openTime < openTime) next++;
    const known = stored.at(next);
    if (known?.openTime !== openTime) fresh.push(candle);
    else if (differs(candle, known, closedUpTo)) changed.push(candle);
  }
  return { fresh, changed };
}

function differs(
  { open, high, low, close, volume, isClosed }: CandleToWrite,
  stored: StoredCandle,
  closedUpTo: number,
): boolean {
  return (
    `${open} ${high} ${low} ${close} ${volume}` !== stored.numbers ||
    closedMark(isClosed, stored.openTime, closedUpTo) !== stored.isClosed
  );
}
