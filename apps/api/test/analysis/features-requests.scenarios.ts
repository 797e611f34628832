import { FEATURE_VERSION, FEATURE_WARMUP_BARS, FEATURES } from '#engine/features/feature-set';
import { newSymbol, storeHours } from '../support/hourly-candles';
import { inShort } from '../support/in-short';
import { pathOf } from '../support/path-of';
import { type RunningApi, startApi } from '../support/running-api';

const FEATURES_PATH = '/api/v1/features';
const PRECOMPUTE = `${FEATURES_PATH}/precompute`;
const HISTORY = `${FEATURES_PATH}/history`;
const DEFINITIONS = `${FEATURES_PATH}/definitions`;

describe('features', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  describe('POST features/precompute', () => {
    it('answers 202 with the pending job, which can be read', async () => {
      const symbol = newSymbol();
      await storeHours(api, symbol, 1);
      const answer = await api.post(PRECOMPUTE, { symbol, interval: '1h' });
      expect(answer.status).toBe(202);
      expect(answer.body).toEqual({
        job_id: expect.any(Number),
        request_id: null,
        status: 'pending',
        exchange: 'binance',
        symbol,
        interval: '1h',
        computed: 0,
        without_candles: 0,
        remaining: null,
        warnings: [],
        error: null,
        created_at: expect.any(String),
        finished_at: null,
      });
      const read = await api.get(`${PRECOMPUTE}/${answer.body.job_id}`);
      expect([read.status, read.body]).toEqual([200, answer.body]);
    });

    it.each([
      [undefined, { exchange: null, symbol: null, interval: null }],
      [{}, { exchange: null, symbol: null, interval: null }],
      [
        { symbol: null, interval: null },
        { exchange: null, symbol: null, interval: null },
      ],
      [
        { interval: '4h', exchange: 'us' },
        { exchange: 'us', symbol: null, interval: '4h' },
      ],
      [{ symbol: 'NONE/USDT' }, { exchange: null, symbol: 'NONE/USDT', interval: null }],
    ])('accepts %j', async (body, expected) => {
      const answer = await api.post(PRECOMPUTE, body);
      expect([answer.status, answer.body]).toEqual([202, expect.objectContaining(expected)]);
    });

    it('requires the exchange where several have the symbol', async () => {
      const symbol = newSymbol();
      await storeHours(api, symbol, 1, { exchange: 'okx' });
      await storeHours(api, symbol, 1, { exchange: 'kraken' });
      const answer = await api.post(PRECOMPUTE, { symbol });
      expect([answer.status, answer.body.errors]).toMatchObject([422, [{ field: 'exchange' }]]);
    });

    it.each(
      inShort([
        [{ symbol: '' }, 'symbol'],
        [{ symbol: 5 }, 'symbol'],
        [{ symbol: 'a\u0000b' }, 'symbol'],
        [{ symbol: 'x'.repeat(129) }, 'symbol'],
        [{ interval: '7m' }, 'interval'],
        [{ exchange: ['us'] }, 'exchange'],
        [{ symbols: ['SPX'] }, 'symbols'],
      ]),
    )('answers 422 to %s', async (_name, body, field) => {
      const answer = await api.post(PRECOMPUTE, body);
      expect([answer.status, answer.body.errors]).toMatchObject([422, [{ field }]]);
    });

    it('answers 404 for a job that is not there, and 422 for what is no id', async () => {
      for (const id of ['999999', '2147483648', '9007199254740993', '-1']) {
        expect((await api.get(`${PRECOMPUTE}/${id}`)).status).toBe(404);
      }
      expect((await api.get(`${PRECOMPUTE}/x`)).status).toBe(422);
    });
  });

  it('lists what features there are', async () => {
    const answer = await api.get(DEFINITIONS);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ feature_version: FEATURE_VERSION, warmup: FEATURE_WARMUP_BARS });
    expect((answer.body.features as object[]).length).toBe(FEATURES.length);
    expect(answer.body.features).toContainEqual({
      name: 'returns_1',
      summary: expect.stringMatching(/close/),
      lookback: 1,
      warmup: 1,
    });
  });

  describe('hostile questions', () => {
    it.each(
      inShort([
        [{}, 'symbol'],
        [{ symbol: '' }, 'symbol'],
        [{ symbol: 'a\u0000b' }, 'symbol'],
        [{ symbol: 'x'.repeat(129) }, 'symbol'],
        [{ symbol: 'A', interval: '7m' }, 'interval'],
        [{ symbol: 'A', interval: '' }, 'interval'],
        [{ symbol: 'A', exchange: '' }, 'exchange'],
        [{ symbol: 'A', exchange: 'x'.repeat(65) }, 'exchange'],
      ]),
    )('answer 422 to %s', async (_name, query: Record<string, string>, field) => {
      for (const path of [FEATURES_PATH, HISTORY]) {
        const answer = await api.get(pathOf(path, query));
        expect([answer.status, answer.body.errors]).toMatchObject([422, [{ field }]]);
      }
    });

    it.each(
      inShort([
        [{ limit: '0' }, 'limit'],
        [{ limit: '10001' }, 'limit'],
        [{ limit: '' }, 'limit'],
        [{ start: 'yesterday' }, 'start'],
        [{ start: '2024-01-02T00:00:00Z', end: '2024-01-01T00:00:00Z' }, 'start'],
        [{ end: '2023-02-29T00:00:00Z' }, 'end'],
        [{ features: '' }, 'features'],
        [{ features: 'alpha158_kmid,,alpha158_klen' }, 'features'],
        [{ features: 'alpha158_kmid,__proto__' }, 'features'],
        [{ features: 'x'.repeat(8_001) }, 'features'],
      ]),
    )('answer 422 to a history with %s', async (_name, query: Record<string, string>, field) => {
      const answer = await api.get(pathOf(HISTORY, { symbol: 'A', ...query }));
      expect([answer.status, answer.body.errors]).toMatchObject([422, [{ field }]]);
    });

    it('name the unknown features, and where the known ones are listed', async () => {
      const answer = await api.get(pathOf(HISTORY, { symbol: 'A', features: 'alpha158_kmid,kmud,returns' }));
      expect(answer.body.detail).toBe(
        'features names what is no feature: "kmud", "returns"; GET /api/v1/features/definitions lists those there are',
      );
      const many = await api.get(
        pathOf(HISTORY, {
          symbol: 'A',
          features: Array.from({ length: 900 }, (_, index) => `f${index}`).join(),
        }),
      );
      expect(many.body.detail).toMatch(/"f9" and 890 more/);
    });

    it('answer odd names like any other, and too long addresses with 431', async () => {
      for (const symbol of ['BTC/USDT:USDT', "'; drop table series; --", '😀%', '../..', 'constructor']) {
        expect((await api.get(pathOf(FEATURES_PATH, { symbol, exchange: '__proto__' }))).status).toBe(200);
      }
      expect((await api.get(pathOf(FEATURES_PATH, { symbol: 'x'.repeat(100_000) }))).status).toBe(431);
      expect((await api.get(`${FEATURES_PATH}?symbol=a&symbol=b`)).status).toBe(422);
    });

    it('accept JSON and CSV, and no other history', async () => {
      const answer = await api.get(pathOf(HISTORY, { symbol: 'A' })).set('accept', 'image/png');
      expect([answer.status, answer.body.detail]).toEqual([
        406,
        'A history of features is application/json or text/csv; Accept allows neither',
      ]);
    });
  });

  it.each([`${FEATURES_PATH}?symbol=a`, `${HISTORY}?symbol=a`, `${PRECOMPUTE}/1`, DEFINITIONS])(
    'needs a token for %s',
    async (path) => {
      expect((await api.anonymous().get(path)).status).toBe(401);
    },
  );

  it('needs a token to compute', async () => {
    expect((await api.anonymous().post(PRECOMPUTE).send({})).status).toBe(401);
  });
});
