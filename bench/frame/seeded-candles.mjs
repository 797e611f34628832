import { allocateCandleColumns } from '../../dist/libs/engine/src/market/candle-columns.js';

const HOUR_MILLISECONDS = 3_600_000;

/** Hourly candles of a random walk from 100 that stays in sight of it: the same arguments give the same candles. */
export function seededCandles(length, seed = 42) {
  const candles = allocateCandleColumns(length);
  const random = xorshift(seed);
  let price = 100;
  for (let index = 0; index < length; index++) {
    const open = price * (1 + (random() - 0.5) * 0.0005);
    price *= Math.exp((random() + random() + random() - 1.5) * 0.004);
    candles.openTime[index] = Date.UTC(2010, 0, 1) + index * HOUR_MILLISECONDS;
    candles.open[index] = open;
    candles.high[index] = Math.max(open, price) * (1 + random() * 0.001);
    candles.low[index] = Math.min(open, price) * (1 - random() * 0.001);
    candles.close[index] = price;
    candles.volume[index] = random() * 1000;
  }
  return candles;
}

function xorshift(seed) {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
