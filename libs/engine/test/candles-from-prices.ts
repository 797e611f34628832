import { allocateCandleColumns, type CandleColumns } from '../src/market/candle-columns';

/** Daily candles from (open, close) pairs; a lone number is both. Highs and lows are the outer of the two. */
export function candlesFromPrices(
  prices: readonly (number | readonly [open: number, close: number])[],
  intervalSeconds = 86_400,
): CandleColumns {
  const candles = allocateCandleColumns(prices.length);
  prices.forEach((price, index) => {
    const [open, close] = typeof price === 'number' ? [price, price] : price;
    candles.openTime[index] = Date.UTC(2020, 0, 1) + index * intervalSeconds * 1000;
    candles.open[index] = open;
    candles.high[index] = Math.max(open, close);
    candles.low[index] = Math.min(open, close);
    candles.close[index] = close;
    candles.volume[index] = 1;
  });
  return candles;
}
