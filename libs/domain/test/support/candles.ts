import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';

const START = Date.parse('2024-01-01T00:00:00Z');
const MINUTE_MILLISECONDS = 60_000;

export function minuteAfterStart(minute: number): Date {
  return new Date(START + minute * MINUTE_MILLISECONDS);
}

/** A candle whose four prices are one. */
export function flatCandle(openTime: Date, price: string, volume = '1'): CandleToWrite {
  return { openTime, open: price, high: price, low: price, close: price, volume };
}
