import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { allocateCandleColumns, type CandleColumns } from '#engine/market/candle-columns';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { ROOT } from './built-files';

export const SPX: SeriesName = { exchange: 'us', symbol: 'SPX', interval: '1d' };

/** The daily S&P 500 from 2000-01-03 to 2020-04-17 of the npm package vega-datasets: 5,105 candles. */
const FILE = join(ROOT, 'node_modules', 'vega-datasets', 'data', 'sp500-2000.csv');

export function readSample(): CandleToWrite[] {
  const lines = readFileSync(FILE, 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => {
    const [date, open, high, low, close, , volume] = line.split(',');
    return { openTime: new Date(date), open, high, low, close, volume };
  });
}

/** The candle of a day, such as 2005-06-01. */
export function sampleDay(day: string): CandleToWrite {
  return readSample().find(({ openTime }) => openTime.toISOString().startsWith(day))!;
}

export function sampleColumns(): CandleColumns {
  const candles = readSample();
  const columns = allocateCandleColumns(candles.length);
  candles.forEach((candle, index) => {
    columns.openTime[index] = candle.openTime.getTime();
    for (const field of ['open', 'high', 'low', 'close', 'volume'] as const) {
      columns[field][index] = Number(candle[field]);
    }
  });
  return columns;
}

/** Days of a market that never closes, with the prices of the sample's first ones. */
export function consecutiveDays(count: number): CandleToWrite[] {
  return readSample()
    .slice(0, count)
    .map((candle, index) => ({
      ...candle,
      openTime: new Date(Date.UTC(2010, 0, 1) + index * DAY_MILLISECONDS),
    }));
}

/** Four candles that make up a day: the first opens and the last closes it, the others have its high and its low. */
export function quartersOf(day: CandleToWrite): CandleToWrite[] {
  const { open, high, low, close } = day;
  const shapes = [
    { open, high: open, low: open, close: open },
    { open, high, low: open < high ? open : high, close: high },
    { open: high, high, low, close: low },
    { open: low, high: close, low, close },
  ];
  return shapes.map((prices, quarter) => ({
    ...prices,
    openTime: new Date(day.openTime.getTime() + (quarter * DAY_MILLISECONDS) / shapes.length),
    volume: quarter === 0 ? day.volume : '0',
  }));
}
