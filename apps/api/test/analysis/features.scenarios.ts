import { CandleColumnsLoader } from '#domain/market-data/reading/candle-columns.loader';
import { FeatureSets } from '#domain/features/feature-sets';
import { FEATURE_VERSION } from '#engine/features/feature-set';
import type { Interval } from '#engine/market/interval';
import { candleBody } from '../support/bodies';
import { CANDLES, newSymbol, storeHours } from '../support/hourly-candles';
import { pathOf } from '../support/path-of';
import { type RunningApi, startApi } from '../support/running-api';

const FEATURES_PATH = '/api/v1/features';

describe('features', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const featuresOf = (query: Record<string, string>) => api.get(pathOf(FEATURES_PATH, query));

  /** What a worker stores after it has computed the features of three hours. */
  async function storeSet(symbol: string, changes: object = {}): Promise<void> {
    const { rows } = await api.database.query<{ id: number; version: number; interval: Interval }>(
      'select id, version::integer, interval from series where symbol = $1',
      [symbol],
    );
    const [{ id, version, interval }] = rows;
    const sets = api.application.get(FeatureSets);
    const newest = await api.application.get(CandleColumnsLoader).newestClosed({ id, interval });
    await sets.store({
      exchange: 'binance',
      symbol,
      interval: '1h',
      featureVersion: FEATURE_VERSION,
      asOf: newest!.openTime,
      features: { returns_1: 1e-7, alpha158_kmid: null },
      warmupBars: 2,
      warmupNeeded: 5,
      sourceSeriesId: id,
      sourceVersion: version,
      calendar: '24x7',
      windowStart: null,
      windowEnd: new Date(newest!.openTime.getTime() + 3_600_000),
      newestOpenTime: newest!.openTime,
      newestCandle: newest!.text,
      nextOpenTime: new Date(newest!.openTime.getTime() + 1_000),
      ...changes,
    });
  }

  const staleOf = async (symbol: string) => (await featuresOf({ symbol })).body.stale as unknown;

  describe('GET features', () => {
    it('answers no features and nulls where nothing is computed', async () => {
      const nothing = {
        as_of: null,
        computed_at: null,
        feature_version: null,
        features: {},
        warmup: null,
        stale: null,
      };
      const unknown = await featuresOf({ symbol: 'NONE/USDT' });
      expect(unknown.status).toBe(200);
      expect(unknown.body).toEqual({ symbol: 'NONE/USDT', exchange: null, interval: '1h', ...nothing });
      const symbol = newSymbol();
      await storeHours(api, symbol, 1);
      const named = { symbol, exchange: 'binance', interval: '4h' };
      expect((await featuresOf({ symbol, interval: '4h' })).body).toEqual({ ...named, ...nothing });
    });

    it('answers exactly the fields of the contract, with numbers as they were computed', async () => {
      const symbol = newSymbol();
      await storeHours(api, symbol, 3);
      await storeSet(symbol);
      const answer = await featuresOf({ symbol });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        symbol,
        exchange: 'binance',
        interval: '1h',
        as_of: '2024-01-01T02:00:00Z',
        computed_at: expect.stringMatching(/^20\d\d-.*Z$/),
        feature_version: FEATURE_VERSION,
        features: { alpha158_kmid: null, returns_1: 1e-7 },
        warmup: { bars: 2, needed: 5, complete: false },
        stale: false,
      });
      expect(answer.headers.etag).toBeDefined();
      expect(
        (await api.get(pathOf(FEATURES_PATH, { symbol })).set('if-none-match', answer.headers.etag)).status,
      ).toBe(304);
    });

    it('takes the default exchange, else the only one, else requires one', async () => {
      const symbol = newSymbol();
      await storeHours(api, symbol, 1, { exchange: 'okx' });
      expect((await featuresOf({ symbol })).body.exchange).toBe('okx');
      await storeHours(api, symbol, 1, { exchange: 'kraken' });
      const several = await featuresOf({ symbol });
      expect([several.status, several.body.detail]).toEqual([
        422,
        `exchange is required: ${symbol} is stored for kraken, okx`,
      ]);
      expect((await featuresOf({ symbol, exchange: 'okx' })).body.exchange).toBe('okx');
      await storeHours(api, symbol, 1);
      expect((await featuresOf({ symbol })).body.exchange).toBe('binance');
    });

    it('is stale once a newer candle is stored that has closed', async () => {
      const symbol = newSymbol();
      await storeHours(api, symbol, 3);
      await storeSet(symbol);
      const candle = candleBody({ symbol, open_time: new Date().toISOString() });
      expect((await api.post(CANDLES, candle)).status).toBe(201);
      expect(await staleOf(symbol)).toBe(false);
      await storeHours(api, symbol, 4);
      expect(await staleOf(symbol)).toBe(true);
    });

    it.each([
      ['the newest candle', '2024-01-01T02:00:00Z', {}],
      ['one before', '2024-01-01T01:00:00Z', {}],
      ['one that was missing', '2024-01-01T00:30:00Z', {}],
      ['one before all, of which more would count', '2023-12-31T23:00:00Z', {}],
    ])('is stale once a correction changes %s', async (_, open_time) => {
      const symbol = newSymbol();
      await storeHours(api, symbol, 3);
      await storeSet(symbol);
      expect(await staleOf(symbol)).toBe(false);
      expect((await api.post(CANDLES, candleBody({ symbol, open_time, close: '101.25' }))).status).toBe(201);
      expect(await staleOf(symbol)).toBe(true);
    });

    it('is not stale for a correction before the candles that count', async () => {
      const symbol = newSymbol();
      await storeHours(api, symbol, 3);
      await storeSet(symbol, { windowStart: new Date('2024-01-01T01:00:00Z') });
      const open_time = '2024-01-01T00:00:00Z';
      expect((await api.post(CANDLES, candleBody({ symbol, open_time, close: '101.25' }))).status).toBe(201);
      expect(await staleOf(symbol)).toBe(false);
    });

    it('is stale once the calendar of its symbol changes, where it was aggregated by the one before', async () => {
      const [aggregated, stored] = [newSymbol(), newSymbol()];
      for (const symbol of [aggregated, stored]) {
        await storeHours(api, symbol, 8);
        const interval = symbol === aggregated ? '4h' : '1h';
        await storeSet(symbol, { interval });
        const staleOfInterval = async () => (await featuresOf({ symbol, interval })).body.stale as unknown;
        expect(await staleOfInterval()).toBe(false);
        const change = { exchange: 'binance', symbol, calendar: '24x5' };
        expect((await api.patch('/api/v1/market-data/series', change)).status).toBe(200);
        expect(await staleOfInterval()).toBe(symbol === aggregated);
      }
    });

    it('is stale with definitions that are older than ours', async () => {
      const symbol = newSymbol();
      await storeHours(api, symbol, 3);
      await storeSet(symbol, { featureVersion: FEATURE_VERSION - 1 });
      expect(await staleOf(symbol)).toBe(true);
    });

    it('is stale once its own interval is stored, where it was aggregated from a shorter one', async () => {
      const symbol = newSymbol();
      await storeHours(api, symbol, 3, { interval: '30m' });
      await storeSet(symbol);
      expect(await staleOf(symbol)).toBe(false);
      await storeHours(api, symbol, 1);
      expect(await staleOf(symbol)).toBe(true);
    });

    it('is stale once a longer interval is stored that divides its own, and has a closed candle', async () => {
      const symbol = newSymbol();
      await storeHours(api, symbol, 3, { interval: '15m' });
      await storeSet(symbol);
      const open = candleBody({ symbol, interval: '1h', open_time: new Date().toISOString() });
      expect((await api.post(CANDLES, open)).status).toBe(201);
      expect(await staleOf(symbol)).toBe(false);
      await storeHours(api, symbol, 1, { interval: '30m' });
      expect(await staleOf(symbol)).toBe(true);
    });

    it('keeps a set of a later state when one of an earlier is stored after it', async () => {
      const symbol = newSymbol();
      await storeHours(api, symbol, 3);
      await storeSet(symbol);
      await storeSet(symbol, { sourceVersion: 1, features: { alpha158_kmid: 1 } });
      await storeSet(symbol, { featureVersion: FEATURE_VERSION - 1, features: { alpha158_kmid: 1 } });
      expect((await featuresOf({ symbol })).body.features).toEqual({ alpha158_kmid: null, returns_1: 1e-7 });
    });
  });
});
