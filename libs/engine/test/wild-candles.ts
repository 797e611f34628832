import { allocateCandleColumns, type CandleColumns } from '../src/market/candle-columns';

/** Daily candles with gaps and long wicks, in which positions are stopped, liquidated and ruined within few bars. */
export function wildCandles(length: number, random: () => number): CandleColumns {
  const candles = allocateCandleColumns(length);
  const spread = 0.02 + random() * 0.15;
  const move = () => Math.exp((random() + random() - 1) * spread);
  let price = 100;
  for (let index = 0; index < length; index++) {
    const open = price * (random() < 0.5 ? 1 : move() ** 2);
    price = open * move() ** 2;
    candles.openTime[index] = Date.UTC(2020, 0, 1) + index * 86_400_000;
    candles.open[index] = open;
    candles.high[index] = Math.max(open, price, open * move());
    candles.low[index] = Math.min(open, price, open * move());
    candles.close[index] = price;
    candles.volume[index] = 1;
  }
  return candles;
}
