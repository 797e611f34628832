import { Counter, Registry } from 'prom-client';
import type { CandleColumnsLoader, CandleSpan } from '#domain/market-data/reading/candle-columns.loader';
import type { Series } from '#domain/market-data/series/series.entity';
import type { UnconfirmedCandles } from '#domain/market-data/reading/unconfirmed-candles';
import { allocateCandleColumns, BYTES_PER_CANDLE } from '#engine/market/candle-columns';
import { readEnvironment } from '#platform/config/environment';
import { SeriesCache } from './series-cache';

const CANDLES_IN_CACHE = Math.floor((1024 * 1024) / BYTES_PER_CANDLE);
const START = new Date('2020-01-01');
const END = new Date('2024-01-01');
const NEED = { start: START, end: END, warmupBars: 0 };

function seriesOf(id: number, candleCount: number, version = 1): Series {
  return { id, candleCount, version, firstOpenTime: START, lastOpenTime: END } as Series;
}

describe('the series cache', () => {
  const loads: { span: CandleSpan; finish: (length: number) => void }[] = [];
  const stopping = new AbortController();
  const loader = {
    load: (span: CandleSpan) =>
      new Promise((resolve) =>
        loads.push({ span, finish: (length) => resolve(allocateCandleColumns(length)) }),
      ),
  } as unknown as CandleColumnsLoader;
  const UNFINISHED = [END];
  const unconfirmed = {
    unfinished: () => Promise.resolve(UNFINISHED),
  } as unknown as UnconfirmedCandles;
  let cache: SeriesCache;

  beforeEach(() => {
    loads.length = 0;
    const counter = new Counter({ name: 'loads', help: 'loads', registers: [new Registry()] });
    cache = new SeriesCache(loader, unconfirmed, readEnvironment({ SERIES_CACHE_MEGABYTES: '1' }), counter);
  });

  const load = (series: Series) => cache.load(series, NEED, stopping.signal);

  it('loads once what several request, and again when a candle has changed', async () => {
    const both = Promise.all([load(seriesOf(1, 10)), load(seriesOf(1, 10))]);
    await Promise.resolve();
    loads[0].finish(10);
    await both;
    await load(seriesOf(1, 10));
    expect(loads).toHaveLength(1);
    const changed = load(seriesOf(1, 10, 2));
    await Promise.resolve();
    loads[1].finish(11);
    expect((await changed).columns.length).toBe(11);
  });

  it('gives a load to whoever waits for it, though others took its room meanwhile', async () => {
    const third = Math.floor(CANDLES_IN_CACHE / 3);
    const slow = load(seriesOf(1, third));
    for (let id = 2; id <= 6; id++) {
      const other = load(seriesOf(id, third));
      await Promise.resolve();
      loads[id - 1].finish(third);
      await other;
    }
    loads[0].finish(third);
    expect((await slow).columns.length).toBe(third);
  });
});
