import { CANDLES, newSymbol, storeAt } from '../support/hourly-candles';
import { candleBody } from '../support/bodies';
import { GAPS } from '../support/gaps';
import { type RunningApi, startApi } from '../support/running-api';

describe('what is missing', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  describe('POST gaps/repair', () => {
    it('answers 202 with the pending job, which can be read', async () => {
      const symbol = newSymbol();
      await storeAt(api, symbol, 0, 2);
      const name = { exchange: 'binance', symbol, interval: '1h' };
      const body = { ...name, start: '2024-01-01T00:00:00Z', recheck: true };
      const answer = await api.post(`${GAPS}/repair`, body);
      expect(answer.status).toBe(202);
      expect(answer.body).toEqual({
        ...body,
        job_id: expect.any(Number),
        status: 'pending',
        end: null,
        error: null,
        request_id: null,
        finished_at: null,
        requested: 0,
        inserted: 0,
        no_trades: 0,
        missing: 0,
        created_at: expect.any(String),
        quarantined: 0,
        empty_once: 0,
      });
      expect((await api.post(`${GAPS}/repair`, name)).body).toMatchObject({ recheck: false });
      const refused = await api.post(`${GAPS}/repair`, { ...name, recheck: 'yes' });
      expect([refused.status, refused.body.detail]).toEqual([422, 'recheck must be true or false']);
      const read = await api.get(`${GAPS}/repair/${answer.body.job_id}`);
      expect([read.status, read.body]).toEqual([200, answer.body]);
    });

    it('joins a pending job of the same series, range and recheck, also for requests at the same time', async () => {
      const symbol = newSymbol();
      await storeAt(api, symbol, 0, 2);
      const body = { exchange: 'binance', symbol, interval: '1h' };
      const idsOf = async (requests: readonly object[]) => {
        const answers = await Promise.all(
          requests.map((request) => api.post(`${GAPS}/repair`, { ...body, ...request })),
        );
        expect(answers.map(({ status }) => status)).toEqual(requests.map(() => 202));
        return answers.map(({ body: { job_id } }) => job_id as number);
      };
      const [first, ...joined] = await idsOf(Array.from({ length: 20 }, () => ({})));
      expect(joined).toEqual(joined.map(() => first));
      const others = [
        { recheck: true },
        { start: '2024-01-01T00:00:00Z' },
        { end: '2024-01-01T02:00:00Z' },
        { start: '2024-01-01T00:00:00Z', end: '2024-01-01T02:00:00Z' },
      ];
      const ids = await idsOf(others);
      expect(new Set([first, ...ids]).size).toBe(others.length + 1);
      expect(await idsOf(others)).toEqual(ids);
    });

    it.each(['us', 'nobody', 'Binance', 'constructor'])(
      'answers 422 for %s, which no query allows',
      async (exchange) => {
        const symbol = newSymbol();
        await api.post(CANDLES, candleBody({ exchange, symbol, interval: '1d' }));
        const answer = await api.post(`${GAPS}/repair`, { exchange, symbol, interval: '1d' });
        expect([answer.status, answer.body.errors]).toEqual([
          422,
          [{ field: 'exchange', message: expect.stringContaining('sim, or one of the') }],
        ]);
      },
    );

    it('answers 404 for a series or a job that is not there, and 422 for a bad body', async () => {
      const name = { exchange: 'binance', symbol: 'NONE/USDT', interval: '1h' };
      expect((await api.post(`${GAPS}/repair`, name)).status).toBe(404);
      for (const id of ['999999', '2147483648', '9007199254740993']) {
        expect((await api.get(`${GAPS}/repair/${id}`)).status).toBe(404);
      }
      expect((await api.get(`${GAPS}/repair/x`)).status).toBe(422);
      expect((await api.post(`${GAPS}/repair`, { ...name, from: 'x' })).status).toBe(422);
    });
  });

  it.each([`${GAPS}/repair/1`])('needs a token for %s', async (path) => {
    expect((await api.anonymous().get(path)).status).toBe(401);
  });
});
