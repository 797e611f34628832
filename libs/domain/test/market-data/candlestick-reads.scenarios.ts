import type { OpenTimeRange } from '#domain/market-data/reading/candlestick.reader';
import type { SeriesFilter } from '#domain/market-data/series/series.repository';
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
      const firstPage = pages > 8 ? randomInteger(random, 0, pages - 8) : 0;
      for (let page = firstPage; page < Math.min(pages, firstPage + 8); page++) {
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
