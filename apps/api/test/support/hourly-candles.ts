import { candleBody } from './bodies';
import type { RunningApi } from './running-api';

export const CANDLES = '/api/v1/market-data/candlesticks';

const HOUR_MILLISECONDS = 3_600_000;

let symbols = 0;

/** Series are remembered by name for as long as the process lives, so each test has its own. */
export const newSymbol = () => `TEST${++symbols}/USDT`;

/** Hourly candles from midnight; the i-th has the volume i. */
export async function storeHours(
  api: RunningApi,
  symbol: string,
  count: number,
  fields: object = {},
): Promise<void> {
  for (let hour = 0; hour < count; hour++) {
    const open_time = new Date(Date.parse('2024-01-01T00:00:00Z') + hour * HOUR_MILLISECONDS).toISOString();
    const answer = await api.post(CANDLES, candleBody({ symbol, open_time, volume: `${hour}`, ...fields }));
    expect(answer.status).toBe(201);
  }
}

/** Hourly candles of 2024-01-01 at these hours. */
export async function storeAt(api: RunningApi, symbol: string, ...hours: number[]): Promise<void> {
  for (const hour of hours) {
    const open_time = `2024-01-01T${String(hour).padStart(2, '0')}:00:00Z`;
    expect((await api.post(CANDLES, candleBody({ symbol, open_time }))).status).toBe(201);
  }
}
