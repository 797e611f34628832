import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from './api-client';

/** A simulated exchange: something live without a network. */
export const LIVE_SERIES = { exchange: 'sim', symbol: 'SIM-A/USDT', interval: '1m' } as const;

const POLL_MILLISECONDS = 100;
const TIMEOUT_MILLISECONDS = 5_000;
/** What is older was stored by an earlier start. */
const LIVE_MILLISECONDS = 120_000;

export interface LiveCandle {
  readonly open_time: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
}

/** The candle that is forming now, read as any client reads it; undefined when none comes in time. */
export async function readLiveCandle(api: ApiClient): Promise<LiveCandle | undefined> {
  const query = new URLSearchParams({ ...LIVE_SERIES, size: '1' }).toString();
  const deadline = performance.now() + TIMEOUT_MILLISECONDS;
  while (performance.now() < deadline) {
    const { items } = await api.get<{ items: LiveCandle[] }>(`/api/v1/market-data/candlesticks?${query}`);
    const candle = items.at(0);
    if (candle && Date.now() - Date.parse(candle.open_time) < LIVE_MILLISECONDS) return candle;
    await delay(POLL_MILLISECONDS);
  }
  return undefined;
}
