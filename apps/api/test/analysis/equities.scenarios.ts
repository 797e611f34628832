import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { type RunningApi, startApi } from '../support/running-api';
import { inShort } from '../support/in-short';

const EQUITIES = '/api/v1/equities';

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

describe('equities', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const ingest = (body?: object) => api.post(`${EQUITIES}/ingest`, body);
  const status = async () => (await api.get(`${EQUITIES}/status`)).body as Record<string, unknown>;
  const outbox = () =>
    api.database.query<{ run: number }>(
      `select run from job_outbox where job = 'equity-backfill' order by id`,
    );

  describe('before the first ingest', () => {
    it('tracks the S&P 500, of which nothing is stored, and is idle', async () => {
      const answer = await api.get(`${EQUITIES}/status`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        status: 'idle',
        queue: { waiting: 0, active: 0, delayed: 0 },
        last_job: null,
        symbols: [
          {
            symbol: 'SPX',
            interval: '1d',
            start: null,
            end: null,
            stored: 0,
            missing: 0,
            error: null,
          },
        ],
        updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
      });
    });
  });

  describe('POST ingest', () => {
    it('ingests the tracked symbols for the last 365 days by default', async () => {
      for (const body of [undefined, {}, { symbols: null, end_date: null }]) {
        const before = dateOf(Date.now());
        const answer = await ingest(body);
        expect(answer.status).toBe(202);
        const { start_date, end_date } = answer.body as Record<string, string>;
        expect(answer.body).toEqual({
          job_id: expect.any(Number),
          status: 'pending',
          symbols: ['SPX'],
          start_date,
          end_date,
        });
        expect([before, dateOf(Date.now())]).toContain(end_date);
        expect(start_date).toBe(dateOf(Date.parse(end_date) - 365 * DAY_MILLISECONDS));
      }
      expect(await status()).toMatchObject({ status: 'running', last_job: { status: 'pending' } });
    });

    it('ingests what is requested, which can be read, and tracks it from then on', async () => {
      const range = { start_date: '2000-01-03', end_date: '2020-04-17' };
      const answer = await ingest({ symbols: [' SPX ', 'AAPL', 'SPX'], ...range });
      expect(answer.status).toBe(202);
      const { job_id } = answer.body as { job_id: number };
      expect(answer.body).toEqual({ job_id, status: 'pending', symbols: ['SPX', 'AAPL'], ...range });
      const untouched = {
        status: 'pending',
        expected: 0,
        requested: 0,
        inserted: 0,
        updated: 0,
        refused: 0,
        missing: 0,
        before_listing: 0,
        detail: null,
        error: null,
      };
      const read = await api.get(`${EQUITIES}/ingest/${job_id}`);
      expect([read.status, read.body]).toEqual([
        200,
        {
          job_id,
          request_id: null,
          status: 'pending',
          ...range,
          detail: null,
          error: null,
          created_at: expect.any(String),
          finished_at: null,
          symbols: [
            { symbol: 'AAPL', ...untouched },
            { symbol: 'SPX', ...untouched },
          ],
        },
      ]);
      expect((await ingest()).body.symbols).toEqual(['AAPL', 'SPX']);
      await api.delete(`${EQUITIES}/symbols/AAPL`);
    });

    it('counts 365 days back from an end that is given', async () => {
      // 2020 had 366 days.
      expect((await ingest({ end_date: '2020-12-31' })).body.start_date).toBe('2020-01-01');
      expect((await ingest({ end_date: '1970-03-01' })).body.start_date).toBe('1970-01-01');
    });

    it.each([['^GSPC'], ['BRK-B'], ['7203.T'], ['EURUSD=X'], ['M&M.NS'], ['S'.repeat(64)]])(
      'tracks %j until it is deleted',
      async (symbol) => {
        const answer = await ingest({ symbols: [symbol] });
        expect([answer.status, answer.body.symbols]).toEqual([202, [symbol]]);
        const path = `${EQUITIES}/symbols/${encodeURIComponent(symbol)}`;
        expect((await api.get(`${path}/actions`)).body).toEqual({
          symbol,
          splits: [],
          dividends: [],
          implied: [],
          factors: [],
        });
        expect((await api.delete(path)).status).toBe(204);
        expect((await api.delete(path)).status).toBe(404);
        expect((await api.get(`${path}/actions`)).status).toBe(404);
      },
    );

    it.each([
      ['../etc/passwd'],
      ['%2e%2e%2f'],
      ['.'],
      ['📈'],
      ['BRK B'],
      ["'; drop table equity_symbols; --"],
      ['S'.repeat(65)],
      ['S\u0007'],
    ])('answers 422 to %j, which is a symbol at no provider, and tracks nothing', async (symbol) => {
      const answer = await ingest({ symbols: ['SPX', symbol] });
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        [{ field: 'symbols', message: expect.stringMatching(/1 to 64 letters, digits and \^ = _ \. & -/) }],
      ]);
      expect((await status()).symbols).toHaveLength(1);
    });

    it.each(
      inShort([
        [{ symbols: [] }, 'symbols'],
        [{ symbols: 'SPX' }, 'symbols'],
        [{ symbols: ['SPX', 7] }, 'symbols'],
        [{ symbols: ['SPX', ' '] }, 'symbols'],
        [{ symbols: ['S\u0000'] }, 'symbols'],
        [{ symbols: ['S\nP'] }, 'symbols'],
        [{ symbols: ['\ud83d'] }, 'symbols'],
        [{ symbols: Array.from({ length: 501 }, (_, index) => `S${index}`) }, 'symbols'],
        [{ start_date: '2020-02-30' }, 'start_date'],
        [{ start_date: '2020-01-01T00:00:00Z' }, 'start_date'],
        [{ end_date: 20200101 }, 'end_date'],
        [{ start_date: '2020-01-02', end_date: '2020-01-01' }, 'start_date'],
        [{ end_date: '9999-12-31' }, 'end_date'],
        [{ start_date: '9999-12-31' }, 'start_date'],
        [{ start_date: '1969-12-31' }, 'start_date'],
        [{ symbol: 'SPX' }, 'symbol'],
      ]),
    )('answers 422 to %s, which names the field', async (_name, body, field) => {
      const answer = await ingest(body);
      expect([answer.status, answer.body.detail]).toEqual([422, expect.stringContaining(field)]);
      expect(answer.body.errors).toContainEqual(expect.objectContaining({ field }));
    });

    it('takes 500 symbols', async () => {
      const symbols = Array.from({ length: 500 }, (_, index) => `MANY${index}`);
      expect((await ingest({ symbols })).body.symbols).toEqual(symbols);
      await api.database.query(`delete from equity_symbols where symbol like 'MANY%'`);
    });

    it('answers 422 without symbols when none is tracked', async () => {
      await api.delete(`${EQUITIES}/symbols/SPX`);
      const answer = await ingest({});
      expect([answer.status, answer.body.code]).toEqual([422, 'MISSING_PARAMETER']);
      expect((await ingest({ symbols: ['SPX'] })).status).toBe(202);
    });
  });

  it('answers 404 for a job that is not there', async () => {
    for (const id of ['999999', '2147483648', '0', '-1']) {
      expect((await api.get(`${EQUITIES}/ingest/${id}`)).status).toBe(404);
    }
    expect((await api.get(`${EQUITIES}/ingest/x`)).status).toBe(422);
  });

  it('writes the ingest and its outbox entry together', async () => {
    const { job_id } = (await ingest({ symbols: ['SPX'] })).body as { job_id: number };
    const { rows } = await api.database.query<{ count: number }>(
      'select count(*)::integer as count from equity_ingest_symbols where ingest_id = $1',
      [job_id],
    );
    expect(rows).toEqual([{ count: 1 }]);
    // Dispatched or still there for the relay, but never without a row.
    for (const { run } of (await outbox()).rows) expect(run).toBe(1);
  });

  it.each([
    ['post', 'ingest'],
    ['get', 'ingest/1'],
    ['get', 'status'],
    ['get', 'symbols/SPX/actions'],
    ['delete', 'symbols/SPX'],
  ] as const)('needs a token to %s %s', async (method, path) => {
    expect((await api.anonymous()[method](`${EQUITIES}/${path}`)).status).toBe(401);
  });

  it('offers no other methods', async () => {
    const answer = await api.delete(`${EQUITIES}/status`);
    expect([answer.status, answer.headers.allow]).toEqual([405, expect.stringContaining('GET')]);
  });
});
