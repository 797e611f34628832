import { CANDLES, newSymbol, storeHours } from '../support/hourly-candles';
import { candleBody } from '../support/bodies';
import { type RunningApi, startApi } from '../support/running-api';

const GAPS = '/api/v1/market-data/gaps';
const SERIES = '/api/v1/market-data/series';
const NEVER_REQUESTED = {
  kind: 'missing',
  attempts: 0,
  first_empty_at: null,
  last_empty_at: null,
  quarantined: [],
  detail: null,
};

describe('what is missing', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const gapsOf = (query: Record<string, string>) =>
    api.get(`${GAPS}?${new URLSearchParams({ exchange: 'binance', interval: '1h', ...query }).toString()}`);

  /** Hourly candles of 2024-01-01 at these hours. */
  async function storeAt(symbol: string, ...hours: number[]): Promise<void> {
    for (const hour of hours) {
      const open_time = `2024-01-01T${String(hour).padStart(2, '0')}:00:00Z`;
      expect((await api.post(CANDLES, candleBody({ symbol, open_time }))).status).toBe(201);
    }
  }

  describe('GET gaps', () => {
    it('reports each gap with its first and last candle, oldest first', async () => {
      const symbol = newSymbol();
      await storeAt(symbol, 0, 1, 5, 7);
      const answer = await gapsOf({ symbol });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        exchange: 'binance',
        symbol,
        interval: '1h',
        calendar: '24x7',
        start: '2024-01-01T00:00:00Z',
        end: '2024-01-01T07:00:00Z',
        expected: 8,
        stored: 4,
        missing: 4,
        truncated: false,
        gaps: [
          {
            start: '2024-01-01T02:00:00Z',
            end: '2024-01-01T04:00:00Z',
            missing: 3,
            ...NEVER_REQUESTED,
          },
          {
            start: '2024-01-01T06:00:00Z',
            end: '2024-01-01T06:00:00Z',
            missing: 1,
            ...NEVER_REQUESTED,
          },
        ],
      });
    });

    it('says what the exchange answered, and what is in quarantine', async () => {
      const symbol = newSymbol();
      await storeAt(symbol, 0, 5, 9);
      await api.database.query(
        `insert into confirmed_gaps (series_id, first_open_time, last_open_time, attempts, first_empty_at, asked_at)
         select id, first, last, attempts, '2024-02-01T00:00:00Z', last_empty_at
         from series, (values
           ('2024-01-01T01:00:00Z'::timestamptz, '2024-01-01T02:00:00Z'::timestamptz, 1, '2024-02-01T00:10:00Z'::timestamptz),
           ('2024-01-01T06:00:00Z', '2024-01-01T08:00:00Z', 2, '2024-02-01T01:00:00Z')
         ) as mark (first, last, attempts, last_empty_at)
         where symbol = $1`,
        [symbol],
      );
      // One of an interval that is stored, one off the grid of an interval that is missing.
      const { rows } = await api.database.query<{ id: string }>(
        `insert into quarantined_candles
           (exchange, symbol, interval, open_time, open, high, low, close, volume, source, reason, quarantined_at)
         select 'binance', $1, '1h', open_time::timestamptz, '1', '1', '1', '1', '-1', 'feed', 'volume must not be below 0',
           now()
         from unnest(array['2024-01-01T05:00:00Z', '2024-01-01T04:00:07Z']) open_time returning id`,
        [symbol],
      );
      const first_empty_at = '2024-02-01T00:00:00Z';
      expect((await gapsOf({ symbol })).body.gaps).toEqual([
        {
          start: '2024-01-01T01:00:00Z',
          end: '2024-01-01T02:00:00Z',
          missing: 2,
          kind: 'missing',
          attempts: 1,
          first_empty_at,
          last_empty_at: '2024-02-01T00:10:00Z',
          quarantined: [],
          detail: expect.stringContaining('certain after a second attempt at least an hour later'),
        },
        {
          start: '2024-01-01T03:00:00Z',
          end: '2024-01-01T04:00:00Z',
          missing: 2,
          ...NEVER_REQUESTED,
          quarantined: [
            {
              id: Number(rows[1].id),
              open_time: '2024-01-01T04:00:07Z',
              reason: 'volume must not be below 0',
            },
          ],
          detail: '1 in quarantine: POST market-data/quarantine/{id}/release stores a candle',
        },
        {
          start: '2024-01-01T06:00:00Z',
          end: '2024-01-01T08:00:00Z',
          missing: 3,
          kind: 'no_trades',
          attempts: 2,
          first_empty_at,
          last_empty_at: '2024-02-01T01:00:00Z',
          quarantined: [],
          detail: null,
        },
      ]);
    });

    it('checks a range, both ends inclusive, also beyond what is stored', async () => {
      const symbol = newSymbol();
      await storeAt(symbol, 4, 6);
      const answer = await gapsOf({ symbol, start: '2024-01-01T02:00:00Z', end: '2024-01-01T08:00:00Z' });
      expect(answer.body).toMatchObject({ expected: 7, stored: 2, missing: 5 });
      expect(answer.body.gaps).toMatchObject([
        { start: '2024-01-01T02:00:00Z', missing: 2 },
        { start: '2024-01-01T05:00:00Z', missing: 1 },
        { start: '2024-01-01T07:00:00Z', missing: 2 },
      ]);
    });

    it('expects nothing of an interval that is not over', async () => {
      const symbol = newSymbol();
      await storeAt(symbol, 0);
      const answer = await gapsOf({ symbol, start: '2999-01-01T00:00:00Z', end: '2999-01-02T00:00:00Z' });
      expect([answer.status, answer.body.expected, answer.body.gaps]).toEqual([200, 0, []]);
    });

    it('takes a candle of tomorrow for none that today lacks', async () => {
      const symbol = newSymbol();
      const now = Math.floor(Date.now() / 60_000) * 60_000;
      const minuteAt = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z');
      const [first, last] = [now - 180 * 60_000, now - 177 * 60_000];
      for (const time of [first, first + 60_000, last, now + 20 * 3_600_000]) {
        const body = candleBody({ symbol, interval: '1m', open_time: minuteAt(time) });
        expect((await api.post(CANDLES, body)).status).toBe(201);
      }
      const expected = {
        start: minuteAt(first),
        end: minuteAt(last),
        expected: 4,
        stored: 3,
        missing: 1,
        gaps: [{ start: minuteAt(first + 120_000), missing: 1 }],
      };
      expect((await gapsOf({ symbol, interval: '1m' })).body).toMatchObject(expected);
      expect((await gapsOf({ symbol, interval: '1m', start: minuteAt(first) })).body).toMatchObject(expected);
      const alone = newSymbol();
      await api.post(CANDLES, candleBody({ symbol: alone, open_time: minuteAt(now + 20 * 3_600_000) }));
      expect((await gapsOf({ symbol: alone })).body).toMatchObject({ expected: 0, missing: 0, gaps: [] });
    });

    // The NYSE was closed on Monday 2024-01-15, Martin Luther King Day.
    it('expects shares in sessions only', async () => {
      const symbol = newSymbol();
      for (const open_time of ['2024-01-12T00:00:00Z', '2024-01-17T00:00:00Z']) {
        await api.post(CANDLES, candleBody({ exchange: 'us', interval: '1d', symbol, open_time }));
      }
      const answer = await gapsOf({ exchange: 'us', interval: '1d', symbol });
      expect(answer.body).toMatchObject({
        calendar: 'XNYS',
        expected: 3,
        missing: 1,
        gaps: [{ start: '2024-01-16T00:00:00Z', end: '2024-01-16T00:00:00Z' }],
      });
    });

    it('answers 404 for a series that is not stored', async () => {
      const answer = await gapsOf({ symbol: 'NONE/USDT' });
      expect(answer.status).toBe(404);
      expect(answer.body.detail).toBe('No 1h candles of NONE/USDT on binance are stored');
    });

    it.each([
      [
        'exchange, symbol and interval are required',
        '?symbol=A',
        /exchange is required.*interval is required/,
      ],
      ['the interval is none', '?exchange=binance&symbol=A&interval=7m', /interval must be one of/],
    ])('answers 422 when %s', async (_, query, detail) => {
      const answer = await api.get(GAPS + query);
      expect([answer.status, answer.body.detail]).toEqual([422, expect.stringMatching(detail)]);
    });

    it('answers 422 for a range that ends before it starts or is too long to check', async () => {
      const symbol = newSymbol();
      await storeAt(symbol, 0);
      const backwards = await gapsOf({ symbol, start: '2024-01-02T00:00:00Z', end: '2024-01-01T00:00:00Z' });
      expect([backwards.status, backwards.body.code]).toEqual([422, 'INVALID_DATE_RANGE']);
      await api.post(CANDLES, candleBody({ symbol, interval: '1m' }));
      // 1m candles from 2018 to 2022: 4 years of 525,600 minutes and a leap day of 1,440.
      const long = await gapsOf({
        symbol,
        interval: '1m',
        start: '2018-01-01T00:00:00Z',
        end: '2021-12-31T23:59:59Z',
      });
      expect([long.status, long.body.detail]).toEqual([422, expect.stringMatching(/2103840.*shorter range/)]);
    });
  });

  describe('POST gaps/repair', () => {
    it('answers 202 with the pending job, which can be read', async () => {
      const symbol = newSymbol();
      await storeAt(symbol, 0, 2);
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
      await storeAt(symbol, 0, 2);
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

  describe('GET series', () => {
    interface ListedSeries {
      readonly items: readonly { readonly feed: { readonly since: string } | null }[];
    }
    const seriesOf = async (symbol: string) =>
      (await api.get(`${SERIES}?symbol=${encodeURIComponent(symbol)}`)).body as ListedSeries;

    it('lists what is stored, with nulls for what was not counted yet', async () => {
      const symbol = newSymbol();
      await storeHours(api, symbol, 3);
      const answer = await api.get(`${SERIES}?symbol=${encodeURIComponent(symbol)}`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        items: [
          {
            exchange: 'binance',
            symbol,
            interval: '1h',
            calendar: '24x7',
            stored: 3,
            start: '2024-01-01T00:00:00Z',
            end: '2024-01-01T02:00:00Z',
            quarantined: 0,
            missing: null,
            no_trades: null,
            off_grid: null,
            counted_at: null,
            last_write_at: expect.any(String),
            unconfirmed: 0,
            unconfirmed_from: null,
            feed: null,
            roll_up_problems: [],
          },
        ],
        total: 1,
        page: 1,
        size: 20,
      });
    });

    it('shows what a feed left unconfirmed', async () => {
      const symbol = newSymbol();
      await storeAt(symbol, 0, 1, 2);
      await api.database.query(
        `update candlesticks set is_closed = false from series
         where series.id = series_id and symbol = $1 and open_time > '2024-01-01T00:00:00Z'`,
        [symbol],
      );
      expect((await seriesOf(symbol)).items).toMatchObject([
        {
          stored: 3,
          end: '2024-01-01T02:00:00Z',
          unconfirmed: 2,
          unconfirmed_from: '2024-01-01T01:00:00Z',
        },
      ]);
      const later = { symbol, open_time: '2024-01-01T02:00:00Z' };
      await api.post(CANDLES, candleBody(later));
      expect((await seriesOf(symbol)).items).toMatchObject([{ unconfirmed: 1 }]);
    });

    it('reports the state of the feed, and ignores a worker that has not reported for 15 s', async () => {
      const symbol = newSymbol();
      await storeAt(symbol, 0);
      const report = async (state: string, age: string) => {
        await api.database.query(
          `insert into feed_states (exchange, symbol, interval, state, since, last_message_at, error, renewed_at)
           values ('binance', $1, '1h', $2, '2024-01-01T00:00:00Z', '2024-01-01T01:00:00Z', null, now() - $3::interval)
           on conflict (exchange, symbol, interval) do update
             set state = excluded.state, renewed_at = excluded.renewed_at`,
          [symbol, state, age],
        );
        return (await seriesOf(symbol)).items[0].feed;
      };
      const live = {
        state: 'live',
        since: '2024-01-01T00:00:00Z',
        last_message_at: '2024-01-01T01:00:00Z',
        error: null,
      };
      expect(await report('live', '5 seconds')).toEqual(live);
      const dead = await report('live', '1 hour');
      expect(dead).toEqual({
        ...live,
        state: 'stopped',
        since: expect.any(String),
        error: 'the worker that led the feed does not report any more',
      });
      // Since it reported last.
      expect(Date.parse(dead!.since)).toBeGreaterThan(Date.now() - 7_200_000);
      expect(Date.parse(dead!.since)).toBeLessThan(Date.now() - 1_800_000);
      // What was stopped stays so without another report.
      expect(await report('stopped', '1 hour')).toEqual({ ...live, state: 'stopped' });
    });

    it('pages, and answers an empty page beyond the last', async () => {
      const symbol = newSymbol();
      await storeAt(symbol, 0);
      const { total } = (await api.get(`${SERIES}?size=1`)).body as { total: number };
      expect(total).toBeGreaterThan(1);
      expect((await api.get(`${SERIES}?size=1&page=${total + 1}`)).body).toEqual({
        items: [],
        total,
        page: total + 1,
        size: 1,
      });
      expect((await api.get(`${SERIES}?size=0`)).status).toBe(422);
    });
  });

  describe('PATCH series', () => {
    it('sets the calendar of all intervals of a symbol', async () => {
      const symbol = newSymbol();
      await storeHours(api, symbol, 3);
      await api.post(CANDLES, candleBody({ symbol, interval: '1d' }));
      const answer = await api.patch(SERIES, { exchange: 'binance', symbol, calendar: '24x5' });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        items: [
          { symbol, interval: '1h', calendar: '24x5' },
          { symbol, interval: '1d', calendar: '24x5' },
        ],
        total: 2,
      });
      // 1 January 2024 until 17:00 in New York is a holiday of currencies.
      expect((await gapsOf({ symbol, end: '2024-01-01T22:00:00Z' })).body).toMatchObject({
        calendar: '24x5',
        expected: 1,
        missing: 1,
      });
      const listed = await api.get(`${SERIES}?symbol=${encodeURIComponent(symbol)}`);
      expect(listed.body).toMatchObject({ items: [{ calendar: '24x5' }, { calendar: '24x5' }] });
      await api.post(CANDLES, candleBody({ symbol, interval: '5m' }));
      expect((await gapsOf({ symbol, interval: '5m' })).body).toMatchObject({ calendar: '24x5' });
    });

    it.each([
      [{ calendar: 'NYSE' }, 'calendar must be one of 24x7, 24x5, XNYS'],
      [{ calendar: null }, 'calendar must be one of 24x7, 24x5, XNYS'],
      [{ exchange: '' }, 'exchange must be'],
    ])('answers 422 to %j and names what is allowed', async (change, detail) => {
      const body = { exchange: 'binance', symbol: 'BTC/USDT', calendar: '24x7', ...change };
      const answer = await api.patch(SERIES, body);
      expect([answer.status, answer.body.detail]).toEqual([422, expect.stringContaining(detail)]);
    });

    it('answers 404 for a symbol of which nothing is stored', async () => {
      const body = { exchange: 'binance', symbol: newSymbol(), calendar: '24x5' };
      const answer = await api.patch(SERIES, body);
      expect([answer.status, answer.body.detail]).toEqual([404, expect.stringContaining(body.symbol)]);
    });
  });

  it.each([SERIES, `${GAPS}?exchange=a&symbol=b&interval=1h`, `${GAPS}/repair/1`])(
    'needs a token for %s',
    async (path) => {
      expect((await api.anonymous().get(path)).status).toBe(401);
    },
  );
});
