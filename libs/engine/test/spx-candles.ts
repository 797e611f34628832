import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allocateCandleColumns, type CandleColumns } from '../src/market/candle-columns';

const FILE = join(__dirname, '../../../node_modules/vega-datasets/data/sp500-2000.csv');

/** Daily S&P 500, 2000-01-03 to 2020-04-17, as the npm package vega-datasets carries it. */
export function readSpxCandles(): CandleColumns {
  const lines = readFileSync(FILE, 'utf8').trim().split('\n').slice(1);
  const candles = allocateCandleColumns(lines.length);
  lines.forEach((line, index) => {
    const [date, open, high, low, close, , volume] = line.split(',');
    candles.openTime[index] = Date.parse(date);
    candles.open[index] = Number(open);
    candles.high[index] = Number(high);
    candles.low[index] = Number(low);
    candles.close[index] = Number(close);
    candles.volume[index] = Number(volume);
  });
  return candles;
}
