import { flatCandle, minuteAfterStart } from '../support/candles';
import { rowsRead, scansOf } from '../support/scans';
import { openStorage, type Storage } from '../support/storage';

describe('the work of a list', () => {
  const SERIES = 300;
  const CANDLES_EACH = 1_000;
  const SIZE = 50;
  let storage: Storage;
  beforeAll(async () => {
    storage = await openStorage();
    await storage.pool.query(
      `insert into series (exchange, symbol, interval, calendar) select 'x', 'S' || number, '1m', '24x7'
       from generate_series(1, ${SERIES}) number`,
    );
    await storage.pool.query(
      `insert into candlesticks select id, '2024-01-01Z'::timestamptz + make_interval(mins => minute), 1, 1, 1, 1, 1, true
       from series, generate_series(0, ${CANDLES_EACH - 1}) minute`,
    );
    await storage.pool.query(
      `update series set (candle_count, first_open_time, last_open_time) =
         (select count(*), min(open_time), max(open_time) from candlesticks where series_id = series.id)`,
    );
    await storage.pool.query('analyze');
  });
  afterAll(() => storage.close());

  it('without a filter follows the key and reads little more than it shows', async () => {
    const scans = await scansOf(storage.pool, () => storage.pages.page({}, { offset: 0, limit: SIZE }));
    expect(scans.length).toBeGreaterThan(0);
    expect(scans.filter((scan) => scan['Node Type'] === 'Seq Scan')).toEqual([]);
    // Three hundred candles lie at the newest time alone; which of them are shown only their ids say.
    expect(rowsRead(scans)).toBeLessThanOrEqual(2 * SERIES + SIZE);
  });

  it('of one series reads the page and nothing else', async () => {
    const filter = { exchange: 'x', symbol: 'S7', interval: '1m' };
    const scans = await scansOf(storage.pool, () => storage.pages.page(filter, { offset: 100, limit: SIZE }));
    expect(scans.filter((scan) => scan['Node Type'] === 'Seq Scan')).toEqual([]);
    expect(rowsRead(scans)).toBeLessThanOrEqual(100 + SIZE);
  });

  it('of one series reads no candle when its state is known', async () => {
    const filter = { exchange: 'x', symbol: 'S7', interval: '1m' };
    const { state } = await storage.pages.page(filter, { offset: 0, limit: 1 });
    const scans = await scansOf(storage.pool, () =>
      storage.pages.page(filter, { offset: 0, limit: SIZE, knownStates: ['another', state!] }),
    );
    expect(rowsRead(scans)).toBe(0);
  });

  it('after a cursor follows the key, of one series and of all', async () => {
    const filter = { exchange: 'x', symbol: 'S7', interval: '1m' };
    const { next } = await storage.pages.page(filter, { offset: 100, limit: SIZE });
    for (const [wanted, most] of [
      [filter, SIZE + 1],
      [{}, 2 * SERIES + SIZE],
    ] as const) {
      const scans = await scansOf(storage.pool, () =>
        storage.pages.page(wanted, { offset: 0, limit: SIZE, before: next }),
      );
      expect(scans.filter((scan) => scan['Node Type'] === 'Seq Scan')).toEqual([]);
      expect(rowsRead(scans)).toBeLessThanOrEqual(most);
    }
  });

  it('of a query between two times reads what lies between', async () => {
    const range = { start: minuteAfterStart(500), end: minuteAfterStart(501) };
    const scans = await scansOf(storage.pool, () => storage.reader.query({}, range, 10_000));
    expect(scans.filter((scan) => scan['Node Type'] === 'Seq Scan')).toEqual([]);
    expect(rowsRead(scans)).toBeLessThanOrEqual(2 * 2 * SERIES);
  });

  it('sees a candle at once that was written after the totals were counted', async () => {
    const name = { exchange: 'x', symbol: 'S1', interval: '1m' } as const;
    const id = await storage.series.idOf(name);
    await storage.store.upsert([
      { seriesId: id, name, interval: '1m', candles: [flatCandle(minuteAfterStart(CANDLES_EACH), '2')] },
    ]);
    const { items, total } = await storage.pages.page({}, { offset: 0, limit: 1 });
    expect(total).toBe(SERIES * CANDLES_EACH + 1);
    expect(JSON.parse(items)).toMatchObject([{ symbol: 'S1', open: '2' }]);
  });
});
