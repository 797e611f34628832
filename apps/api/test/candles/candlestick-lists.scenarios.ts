import { candleBody } from '../support/bodies';
import { CANDLES, newSymbol, storeHours } from '../support/hourly-candles';
import { type RunningApi, startApi } from '../support/running-api';

describe('lists and queries of candles', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.database.query('truncate candlesticks, candlestick_revisions, series cascade'));

  describe('GET candlesticks', () => {
    it('has a page of fifty by default, newest first, with exactly the fields of a page', async () => {
      const symbol = newSymbol();
      await storeHours(api, symbol, 52);
      const { body } = await api.get(CANDLES).query({ exchange: 'binance', symbol, interval: '1h' });
      expect(Object.keys(body)).toEqual(['items', 'total', 'page', 'size']);
      expect(body).toMatchObject({ total: 52, page: 1, size: 50 });
      expect(volumesOf(body.items)).toEqual(Array.from({ length: 50 }, (_, index) => `${51 - index}`));
      expect((await api.get(CANDLES)).body).toEqual(body);
      const second = await api.get(CANDLES).query({ page: 2 });
      expect(volumesOf(second.body.items)).toEqual(['1', '0']);
    });

    it('filters by each of exchange, symbol and interval, and by any two', async () => {
      const [one, two] = [newSymbol(), newSymbol()];
      await storeHours(api, one, 2);
      await storeHours(api, one, 3, { exchange: 'kraken' });
      await storeHours(api, two, 4, { interval: '2h' });
      const total = async (query: object) => (await api.get(CANDLES).query(query)).body.total as number;
      expect(await total({})).toBe(9);
      expect(await total({ exchange: 'binance' })).toBe(6);
      expect(await total({ symbol: one })).toBe(5);
      expect(await total({ interval: '2h' })).toBe(4);
      expect(await total({ exchange: 'binance', symbol: one })).toBe(2);
      expect(await total({ symbol: one, interval: '1h' })).toBe(5);
      expect(await total({ exchange: 'kraken', interval: '2h' })).toBe(0);
      expect((await api.get(CANDLES).query({ symbol: 'unknown' })).body).toEqual({
        items: [],
        total: 0,
        page: 1,
        size: 50,
      });
    });

    it('answers an empty page with the true total beyond the last one', async () => {
      await storeHours(api, newSymbol(), 3);
      for (const page of [3, 500_000]) {
        const { status, body } = await api.get(CANDLES).query({ page, size: 2 });
        expect(status).toBe(200);
        expect(body).toEqual({ items: [], total: 3, page, size: 2 });
      }
    });

    it.each([
      'page=0',
      'page=-1',
      'page=1.5',
      'page=',
      'size=',
      'size=0',
      'size=1001',
      'size=1&size=2',
      'page=1000000001',
      'interval=1w',
      'symbol=',
      'exchange=',
      'page=%00',
      `symbol=${'x'.repeat(129)}`,
    ])('refuses ?%s and names the parameter', async (query) => {
      const answer = await api.get(`${CANDLES}?${query}`);
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toHaveLength(1);
      expect(answer.body.detail).toContain(query.slice(0, query.indexOf('=')));
    });

    it('refuses an offset over a million, and says where to go instead', async () => {
      expect((await api.get(`${CANDLES}?page=1001&size=1000`)).status).toBe(200);
      const answer = await api.get(`${CANDLES}?page=1002&size=1000`);
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatch(/cursor .*Link.*candlesticks\/export/);
    });
  });

  describe('POST candlesticks/query', () => {
    const at = (hour: number) => `2024-01-01T${String(hour).padStart(2, '0')}:00:00Z`;

    it('answers a plain array, ascending, both bounds inclusive', async () => {
      await storeHours(api, newSymbol(), 10);
      const { status, body } = await api.post(`${CANDLES}/query`, { start: at(2), end: at(5) });
      expect(status).toBe(200);
      expect(volumesOf(body)).toEqual(['2', '3', '4', '5']);
    });

    it('takes the first candles from a start, else the last', async () => {
      await storeHours(api, newSymbol(), 10);
      const query = async (body: object) => volumesOf((await api.post(`${CANDLES}/query`, body)).body);
      expect(await query({ start: at(3), limit: 2 })).toEqual(['3', '4']);
      expect(await query({ end: at(3), limit: 2 })).toEqual(['2', '3']);
      expect(await query({ limit: 2 })).toEqual(['8', '9']);
      expect(await query({ start: at(10) })).toEqual([]);
      expect(await query({ end: '2023-12-31T23:59:59Z' })).toEqual([]);
      expect(await query({ start: at(4), end: at(4) })).toEqual(['4']);
      expect(await query({ start: '0001-01-01T00:00:00Z', end: '9999-12-31T23:59:59Z' })).toHaveLength(10);
    });

    it('takes null for left out', async () => {
      await storeHours(api, newSymbol(), 3);
      const nothing = { exchange: null, symbol: null, interval: null, start: null, end: null, limit: null };
      const answer = await api.post(`${CANDLES}/query`, nothing);
      expect(answer.status).toBe(200);
      expect(answer.body).toHaveLength(3);
    });

    it('answers five hundred by default', async () => {
      const { body } = await api.post(CANDLES, candleBody({ symbol: newSymbol(), interval: '1m' }));
      const seriesId = Math.floor(body.id / 2 ** 32);
      await api.database.query(
        `insert into candlesticks select $1, '2024-01-01Z'::timestamptz + make_interval(mins => minute), 1, 1, 1, 1, minute, true
         from generate_series(1, 599) minute`,
        [seriesId],
      );
      await api.database.query(
        `update series set candle_count = 600, last_open_time = '2024-01-01 09:59:00Z' where id = $1`,
        [seriesId],
      );
      const candles = (await api.post(`${CANDLES}/query`, {})).body;
      expect(candles).toHaveLength(500);
      expect(candles[0].volume).toBe('100');
      expect((await api.post(`${CANDLES}/query`, { limit: null })).body).toHaveLength(500);
    });

    it.each([
      [{ limit: 0 }, /limit must be an integer from 1 to 10000/],
      [{ limit: 10_001 }, /limit/],
      [{ limit: '5' }, /limit/],
      [{ limit: 1.5 }, /limit/],
      [{ start: '2024-01-02', end: 5 }, /start .*end /s],
      [{ start: '2024-01-02T00:00:00Z', end: '2024-01-01T00:00:00Z' }, /start must not be after end/],
      [{ intervall: '1h' }, /intervall is not a field of this body; known: .*interval/],
    ])('refuses %j', async (body, detail) => {
      const answer = await api.post(`${CANDLES}/query`, body);
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatch(detail);
    });
  });
});

function volumesOf(candles: readonly { volume: string }[]): string[] {
  return candles.map(({ volume }) => volume);
}
