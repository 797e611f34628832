import type { OpenTimeRange } from '#domain/market-data/reading/candlestick.reader';
import type { SeriesFilter } from '#domain/market-data/series/series.repository';
import { flatCandle, minuteAfterStart } from '../support/candles';
import { randomInteger, seededRandom } from '../support/random';
import { everyCandle, type StoredCandle, storeSeriesMixture } from '../support/series-mixture';
import { openStorage, type Storage } from '../support/storage';

const FILTERS: readonly SeriesFilter[] = [
  {},
  { exchange: 'binance' },
  { symbol: 'C' },
  { interval: '1h' },
  { exchange: 'us', symbol: 'A' },
  { exchange: 'kraken', interval: '1d' },
  { symbol: 'B', interval: '1m' },
  { exchange: 'us', symbol: 'D', interval: '1d' },
  { symbol: 'nothing' },
];

function idsIn(items: string): number[] {
  return (JSON.parse(items) as { id: number }[]).map(({ id }) => id);
}

describe.each([11, 12])('reading candles of many series, mixture %i', (seed) => {
  const random = seededRandom(seed);
  let storage: Storage;
  let all: StoredCandle[];
  beforeAll(async () => {
    storage = await openStorage();
    await storeSeriesMixture(storage, random);
    all = await everyCandle(storage.pool);
    expect(all.length).toBeGreaterThan(1_000);
    expect(new Set(all.map(({ openTime }) => openTime.getTime())).size).toBeLessThan(all.length);
  });
  afterAll(() => storage.close());

  const matching = (filter: SeriesFilter) =>
    all.filter((candle) =>
      (['exchange', 'symbol', 'interval'] as const).every(
        (key) => filter[key] === undefined || candle[key] === filter[key],
      ),
    );

  it.each(FILTERS)('lists page after page, newest first, ties by id: %j', async (filter) => {
    const expected = matching(filter).map(({ id }) => id);
    for (const limit of [1_000, 97, 7]) {
      // Small pages over everything would be thousands of requests; a run of them anywhere shows the same.
      const pages = Math.ceil(expected.length / limit) + 1;
      const firstPage = pages > 20 ? randomInteger(random, 0, pages - 20) : 0;
      for (let page = firstPage; page < Math.min(pages, firstPage + 20); page++) {
        const offset = page * limit;
        const { items, total } = await storage.pages.page(filter, { offset, limit });
        expect(total).toBe(expected.length);
        expect(idsIn(items)).toEqual(expected.slice(offset, offset + limit));
      }
    }
  });

  it.each(FILTERS)('lists the highest offsets, and nothing beyond them: %j', async (filter) => {
    const expected = matching(filter).map(({ id }) => id);
    for (const offset of [
      expected.length - 1,
      expected.length - 5,
      expected.length,
      expected.length + 1,
      900_000,
    ]) {
      if (offset < 0) continue;
      const { items } = await storage.pages.page(filter, { offset, limit: 3 });
      expect(idsIn(items)).toEqual(expected.slice(offset, offset + 3));
    }
  });

  it.each(FILTERS)(
    'walks by cursor over everything, nothing twice and nothing missed: %j',
    async (filter) => {
      const expected = matching(filter).map(({ id }) => id);
      for (const limit of [1_000, 97]) {
        const walked: number[] = [];
        let before: number | undefined;
        do {
          const { items, total, next } = await storage.pages.page(filter, { offset: 0, limit, before });
          expect(total).toBe(expected.length);
          walked.push(...idsIn(items));
          before = next;
        } while (before !== undefined);
        expect(walked).toEqual(expected);
      }
    },
  );

  it.each(FILTERS)(
    'reads on after any candle, of the list or not, and says what follows: %j',
    async (filter) => {
      const expected = matching(filter);
      for (let round = 0; round < 20; round++) {
        const cursor = all[randomInteger(random, 0, all.length - 1)];
        const beyond = expected.filter(
          ({ id, openTime }) =>
            openTime.getTime() < cursor.openTime.getTime() ||
            (openTime.getTime() === cursor.openTime.getTime() && id < cursor.id),
        );
        const { items, next } = await storage.pages.page(filter, { offset: 0, limit: 3, before: cursor.id });
        expect(idsIn(items)).toEqual(beyond.slice(0, 3).map(({ id }) => id));
        expect(next).toBe(beyond.length > 3 ? beyond[2].id : undefined);
      }
    },
  );

  it.each(FILTERS)(
    'queries ascending within inclusive bounds, from the start or up to the end: %j',
    async (filter) => {
      const ascending = matching(filter).reverse();
      const anyTime = () => {
        const candle = all[randomInteger(random, 0, all.length - 1)];
        return new Date(candle.openTime.getTime() + randomInteger(random, -1, 1) * 1_000);
      };
      for (let round = 0; round < 25; round++) {
        const range: OpenTimeRange = {
          ...(random() < 0.6 && { start: anyTime() }),
          ...(random() < 0.6 && { end: anyTime() }),
        };
        const limit = [1, 5, 50, 10_000][randomInteger(random, 0, 3)];
        const within = ascending.filter(
          ({ openTime }) => !(range.start && openTime < range.start) && !(range.end && openTime > range.end),
        );
        const expected = range.start ? within.slice(0, limit) : within.slice(-limit);
        const ids = idsIn(await storage.reader.query(filter, range, limit));
        expect({ range, limit, ids }).toEqual({ range, limit, ids: expected.map(({ id }) => id) });
      }
    },
  );

  it('finds each candle by its id, and none between', async () => {
    for (let round = 0; round < 50; round++) {
      const { id, exchange, openTime } = all[randomInteger(random, 0, all.length - 1)];
      expect(JSON.parse((await storage.reader.byId(id)) ?? 'null')).toMatchObject({
        id,
        exchange,
        open_time: openTime.toISOString().replace('.000', ''),
      });
      expect(await storage.reader.byId(id + 1)).toBeUndefined();
    }
  });
});

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

  interface PlanNode {
    readonly 'Node Type': string;
    readonly 'Relation Name'?: string;
    readonly 'Actual Rows': number;
    readonly 'Actual Loops': number;
    readonly 'Rows Removed by Filter'?: number;
    readonly Plans?: readonly PlanNode[];
  }

  function nodesOf(node: PlanNode): PlanNode[] {
    return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  }

  /** A hypertable's own node (a custom scan) only adds up those of its chunks. */
  function isScanOfCandles(node: PlanNode): boolean {
    return node['Node Type'] !== 'Custom Scan' && /candlesticks|_hyper_/.test(node['Relation Name'] ?? '');
  }

  /** The scans of candles in every statement that the work sends. */
  async function scansOf(work: () => Promise<unknown>): Promise<PlanNode[]> {
    const spy = jest.spyOn(storage.pool, 'query');
    await work();
    const calls = spy.mock.calls as unknown as [string | { text: string; values: unknown[] }, unknown[]][];
    const statements = calls.map(([query, values]) =>
      typeof query === 'string' ? { text: query, values } : query,
    );
    spy.mockRestore();
    const scans: PlanNode[] = [];
    for (const { text, values } of statements) {
      const { rows } = await storage.pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) ${text}`,
        values,
      );
      const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan);
      scans.push(...nodes.filter(isScanOfCandles));
    }
    return scans;
  }

  const rowsRead = (scans: readonly PlanNode[]) =>
    scans.reduce(
      (sum, scan) =>
        sum + (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops'],
      0,
    );

  it('without a filter follows the key and reads little more than it shows', async () => {
    const scans = await scansOf(() => storage.pages.page({}, { offset: 0, limit: SIZE }));
    expect(scans.length).toBeGreaterThan(0);
    expect(scans.filter((scan) => scan['Node Type'] === 'Seq Scan')).toEqual([]);
    // Three hundred candles lie at the newest time alone; which of them are shown only their ids say.
    expect(rowsRead(scans)).toBeLessThanOrEqual(2 * SERIES + SIZE);
  });

  it('of one series reads the page and nothing else', async () => {
    const filter = { exchange: 'x', symbol: 'S7', interval: '1m' };
    const scans = await scansOf(() => storage.pages.page(filter, { offset: 100, limit: SIZE }));
    expect(scans.filter((scan) => scan['Node Type'] === 'Seq Scan')).toEqual([]);
    expect(rowsRead(scans)).toBeLessThanOrEqual(100 + SIZE);
  });

  it('of one series reads no candle when its state is known', async () => {
    const filter = { exchange: 'x', symbol: 'S7', interval: '1m' };
    const { state } = await storage.pages.page(filter, { offset: 0, limit: 1 });
    const scans = await scansOf(() =>
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
      const scans = await scansOf(() => storage.pages.page(wanted, { offset: 0, limit: SIZE, before: next }));
      expect(scans.filter((scan) => scan['Node Type'] === 'Seq Scan')).toEqual([]);
      expect(rowsRead(scans)).toBeLessThanOrEqual(most);
    }
  });

  it('of a query between two times reads what lies between', async () => {
    const range = { start: minuteAfterStart(500), end: minuteAfterStart(501) };
    const scans = await scansOf(() => storage.reader.query({}, range, 10_000));
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
