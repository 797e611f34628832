import { type Bar, type CandleColumns } from '../src/market/candle-columns';

/** The candles of columns one by one. */
export function barsOf(candles: CandleColumns): Bar[] {
  return Array.from({ length: candles.length }, (_, index) => ({
    openTime: candles.openTime[index],
    open: candles.open[index],
    high: candles.high[index],
    low: candles.low[index],
    close: candles.close[index],
    volume: candles.volume[index],
  }));
}
