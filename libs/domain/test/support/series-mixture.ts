import type { Pool } from 'pg';
import { flatCandle, minuteAfterStart } from './candles';
import { randomInteger } from './random';
import type { Storage } from './storage';

const EXCHANGES = ['binance', 'kraken', 'us'];
const SYMBOLS = ['A', 'B', 'C', 'D'];
const INTERVALS = ['1m', '1h', '1d'] as const;

/** Minutes from one candle to the next: dense, sparse, and anything between, so that candles of many series meet at one time. */
const DENSITIES = [1, 1, 5, 60, 60, 1_440, 10_080];

/** Thirty-six series of 0 to some hundred candles each, of different density, age and regularity. */
export async function storeSeriesMixture({ series, store }: Storage, random: () => number): Promise<void> {
  for (const exchange of EXCHANGES) {
    for (const symbol of SYMBOLS) {
      for (const interval of INTERVALS) {
        const name = { exchange, symbol, interval };
        const id = await series.idOf(name);
        const stepMinutes = DENSITIES[randomInteger(random, 0, DENSITIES.length - 1)];
        const length = random() < 0.15 ? randomInteger(random, 0, 1) : randomInteger(random, 2, 160);
        const holes = random() < 0.5 ? 0.3 : 0;
        const first = randomInteger(random, 0, 30) * 1_440;
        const candles = Array.from({ length }, (_, index) => first + index * stepMinutes)
          .filter(() => random() >= holes)
          .map((minute) => flatCandle(minuteAfterStart(minute), String(randomInteger(random, 1, 10))));
        if (candles.length > 0) await store.upsert([{ seriesId: id, name, interval, candles }]);
      }
    }
  }
}

/** Every stored candle as it is listed: newest first, ties by id. */
export async function everyCandle(pool: Pool): Promise<StoredCandle[]> {
  const { rows } = await pool.query<StoredCandle>(
    `select (series_id::bigint * 4294967296 + extract(epoch from open_time)::bigint)::float8 as id,
       exchange, symbol, interval, open_time as "openTime"
     from candlesticks join series on series.id = series_id
     order by open_time desc, series_id desc`,
  );
  return rows;
}

export interface StoredCandle {
  readonly id: number;
  readonly exchange: string;
  readonly symbol: string;
  readonly interval: string;
  readonly openTime: Date;
}
