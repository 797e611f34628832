import type { Test } from 'supertest';
import { pathOf } from './path-of';
import type { RunningApi } from './running-api';

export const GAPS = '/api/v1/market-data/gaps';

/** What is missing in a series: hourly candles of Binance unless the query names others. */
export function gapsOf(api: RunningApi, query: Readonly<Record<string, string>>): Test {
  return api.get(pathOf(GAPS, { exchange: 'binance', interval: '1h', ...query }));
}
