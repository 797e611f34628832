import { allocateCandleColumns, type CandleColumns } from '../src/market/candle-columns';

/**
 * Hourly candles that wander about 100, with gaps between close and open. Made with nothing but sums, products and
 * 32-bit integers, so that another language makes the very same doubles (bench/peers/seeded_bars.py does).
 */
export function seededCandles(length: number, seed: number): CandleColumns {
  const candles = allocateCandleColumns(length);
  let state = seed | 1;
  const random = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  let close = 100;
  for (let index = 0; index < length; index++) {
    const open = close + (random() - 0.5) * 0.5;
    close = open + (random() - 0.5) * 2 + (100 - open) * 0.001;
    candles.openTime[index] = Date.UTC(2020, 0, 1) + index * 3_600_000;
    candles.open[index] = open;
    candles.high[index] = Math.max(open, close) + random() * 0.5;
    candles.low[index] = Math.min(open, close) - random() * 0.5;
    candles.close[index] = close;
    candles.volume[index] = 1;
  }
  return candles;
}
