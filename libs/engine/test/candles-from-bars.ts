import { allocateCandleColumns, type CandleColumns } from '../src/market/candle-columns';

/** Candles of the given open, high, low and close, daily from 2020-01-01 without another interval. */
export function candlesFromBars(
  bars: readonly (readonly [open: number, high: number, low: number, close: number])[],
  intervalSeconds = 86_400,
): CandleColumns {
  const candles = allocateCandleColumns(bars.length);
  bars.forEach(([open, high, low, close], index) => {
    candles.openTime[index] = Date.UTC(2020, 0, 1) + index * intervalSeconds * 1000;
    candles.open[index] = open;
    candles.high[index] = high;
    candles.low[index] = low;
    candles.close[index] = close;
    candles.volume[index] = 1;
  });
  return candles;
}
