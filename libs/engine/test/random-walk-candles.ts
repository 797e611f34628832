import { allocateCandleColumns, type CandleColumns } from '../src/market/candle-columns';

/** Candles of a seeded random walk from 100, without gaps: the same arguments give the same candles. */
export function randomWalkCandles(length: number, seed: number, intervalSeconds = 86_400): CandleColumns {
  const candles = allocateCandleColumns(length);
  const random = xorshift(seed);
  let price = 100;
  for (let index = 0; index < length; index++) {
    const open = price;
    price *= Math.exp((random() + random() + random() - 1.5) * 0.03);
    candles.openTime[index] = Date.UTC(2020, 0, 1) + index * intervalSeconds * 1000;
    candles.open[index] = open;
    candles.high[index] = Math.max(open, price) * (1 + random() * 0.01);
    candles.low[index] = Math.min(open, price) * (1 - random() * 0.01);
    candles.close[index] = price;
    candles.volume[index] = random() * 1000;
  }
  return candles;
}

function xorshift(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
