import type { INestApplicationContext } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { CandleIngest, type IngestResult } from '#domain/market-data/ingest/candle-ingest';
import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { candleBody } from './bodies';
import { CANDLES } from './hourly-candles';
import type { RunningApi } from './running-api';

/** The minutes of these series are counted from here, in ms since 1970 UTC. */
export const FIRST_OPEN_TIME = Date.UTC(2024, 0, 1);

/** Redis notifies every subscriber of a channel, also those of other test runs. */
export const newSymbol = () => `T${randomBytes(4).toString('hex')}/USDT`;

/** In which any close fits. */
export const candle = (minute: number, close: string, isClosed = true): CandleToWrite => ({
  openTime: new Date(FIRST_OPEN_TIME + minute * 60_000),
  open: '1',
  high: '1000000',
  low: '0.1',
  close,
  volume: '1',
  isClosed,
});

/** The open time of a minute, as the API writes it. */
export const inMinute = (minute: number) =>
  new Date(FIRST_OPEN_TIME + minute * 60_000).toISOString().replace('.000', '');

/** Numbers that look random and are the same in every run (Lehmer, with the multiplier of Park and Miller). */
export function* seeded(seed: number): Generator<number, never> {
  for (;;) yield (seed = (seed * 48_271) % 2_147_483_647);
}

/** Stores so many minutes after the last of a series; the n-th closes at n. */
export async function appendMinutes(database: Pool, symbol: string, count: number): Promise<void> {
  await database.query(
    `insert into candlesticks (series_id, open_time, open, high, low, close, volume, is_closed)
     select id, last_open_time + make_interval(mins => n), 1, 1, 1, n, 1, true
     from series, generate_series(1, $2::integer) n where symbol = $1`,
    [symbol, count],
  );
  await database.query(
    `update series set candle_count = candle_count + $2::integer, version = version + 1,
       last_open_time = last_open_time + make_interval(mins => $2::integer)
     where symbol = $1`,
    [symbol, count],
  );
}

/** Stores the first minutes of a series of binance, all with the same close, in one commit. */
export function ingestMinutes(
  application: INestApplicationContext,
  { symbol, close, count = 1 }: { symbol: string; close: string; count?: number },
): Promise<IngestResult> {
  return application.get(CandleIngest, { strict: false }).ingest(
    { exchange: 'binance', symbol, interval: '1m' },
    Array.from({ length: count }, (_, minute) => candle(minute, close)),
    { allowOutliers: true },
  );
}

/** Posts a candle of binance in which any close fits. */
export async function postCandle(
  api: Pick<RunningApi, 'post'>,
  { interval = '1m', ...fields }: { symbol: string; minute: number; close: string; interval?: string },
): Promise<void> {
  const { symbol, minute, close } = fields;
  const prices = { open: '1', high: '1000000', low: '0.1', close, volume: '1.0' };
  const body = candleBody({ symbol, interval, open_time: inMinute(minute), ...prices });
  expect((await api.post(`${CANDLES}?allow_outlier=true`, body)).status).toBe(201);
}
