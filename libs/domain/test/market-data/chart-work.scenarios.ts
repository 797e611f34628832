import { BarReader } from '#domain/market-data/reading/bar-reader';
import { CandleColumnsLoader } from '#domain/market-data/reading/candle-columns.loader';
import { ChartCandlesReader } from '#domain/market-data/reading/chart-candles.reader';
import type { Interval } from '#engine/market/interval';
import { flatCandle, minuteAfterStart } from '../support/candles';
import { rowsRead, scansOf } from '../support/scans';
import { openStorage, type Storage } from '../support/storage';

const CANDLES = 3_000;

describe('the work of a chart of a series that the statistics do not know yet', () => {
  let storage: Storage;
  let reader: ChartCandlesReader;
  beforeAll(async () => {
    storage = await openStorage();
    reader = new ChartCandlesReader(
      storage.dataSource,
      new BarReader(new CandleColumnsLoader(storage.dataSource)),
    );
    await store('KNOWN', 100);
    await storage.pool.query('analyze candlesticks');
    await store('NEW', CANDLES);
  });
  afterAll(() => storage.close());

  async function store(symbol: string, count: number): Promise<void> {
    const name = { exchange: 'nyse', symbol, interval: '1m' } as const;
    const seriesId = await storage.series.idOf(name);
    const candles = Array.from({ length: count }, (_, minute) => flatCandle(minuteAfterStart(minute), '1'));
    await storage.store.upsert([{ seriesId, name, interval: '1m', candles }]);
  }

  async function chart(interval: Interval, range: { start?: Date }, points: number) {
    const source = await storage.series.findForInterval({ exchange: 'nyse', symbol: 'NEW', interval });
    const plan = await reader.plan(source!, range, points);
    return reader.candles(plan!);
  }

  it.each([
    ['the last candles', '1m', {}, 1_000],
    ['all candles, many of which make one', '1m', { start: minuteAfterStart(0) }, 500],
    ['the last candles of an interval that is not stored', '15m', {}, 20],
  ] as const)('reads each of its candles a few times: %s', async (_, interval, range, points) => {
    let shown = 0;
    const scans = await scansOf(storage.pool, async () => {
      shown = (await chart(interval, range, points)).length;
    });
    expect(shown).toBe(points);
    // To find the range, to aggregate it, and the first and the last of each candle that is drawn.
    expect(rowsRead(scans)).toBeLessThanOrEqual(2 * CANDLES + 2 * points);
  });
});
