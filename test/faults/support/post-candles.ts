import { AUTHORIZATION } from './authorization';
import { START, MINUTE_MILLISECONDS, WRITTEN_EXCHANGE } from './candle-writers';

/** Writes so many minutes of a symbol, the first ones unless others are named, in one request, all with one price. */
export async function postCandles(
  apiUrl: string,
  symbol: string,
  count: number,
  price: string,
  firstMinute = 0,
): Promise<void> {
  const lines = Array.from({ length: count }, (_, minute) =>
    JSON.stringify({
      exchange: WRITTEN_EXCHANGE,
      symbol,
      interval: '1m',
      open_time: new Date(START + (firstMinute + minute) * MINUTE_MILLISECONDS).toISOString(),
      open: price,
      high: price,
      low: price,
      close: price,
      volume: '1',
    }),
  );
  const response = await fetch(`${apiUrl}/api/v1/market-data/candlesticks/bulk`, {
    method: 'POST',
    headers: { authorization: AUTHORIZATION, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`bulk answered ${response.status}: ${text}`);
}
