import { GAPS, gapsOf } from '../support/gaps';
import { CANDLES, newSymbol, storeAt } from '../support/hourly-candles';
import { candleBody } from '../support/bodies';
import { type RunningApi, startApi } from '../support/running-api';

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

  describe('GET gaps', () => {
    it('reports each gap with its first and last candle, oldest first', async () => {
      const symbol = newSymbol();
      await storeAt(api, symbol, 0, 1, 5, 7);
      const answer = await gapsOf(api, { symbol });
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
      await storeAt(api, symbol, 0, 5, 9);
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
      expect((await gapsOf(api, { symbol })).body.gaps).toEqual([
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
      await storeAt(api, symbol, 4, 6);
      const answer = await gapsOf(api, {
        symbol,
        start: '2024-01-01T02:00:00Z',
        end: '2024-01-01T08:00:00Z',
      });
      expect(answer.body).toMatchObject({ expected: 7, stored: 2, missing: 5 });
      expect(answer.body.gaps).toMatchObject([
        { start: '2024-01-01T02:00:00Z', missing: 2 },
        { start: '2024-01-01T05:00:00Z', missing: 1 },
        { start: '2024-01-01T07:00:00Z', missing: 2 },
      ]);
    });

    it('expects nothing of an interval that is not over', async () => {
      const symbol = newSymbol();
      await storeAt(api, symbol, 0);
      const answer = await gapsOf(api, {
        symbol,
        start: '2999-01-01T00:00:00Z',
        end: '2999-01-02T00:00:00Z',
      });
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
      expect((await gapsOf(api, { symbol, interval: '1m' })).body).toMatchObject(expected);
      expect((await gapsOf(api, { symbol, interval: '1m', start: minuteAt(first) })).body).toMatchObject(
        expected,
      );
      const alone = newSymbol();
      await api.post(CANDLES, candleBody({ symbol: alone, open_time: minuteAt(now + 20 * 3_600_000) }));
      expect((await gapsOf(api, { symbol: alone })).body).toMatchObject({
        expected: 0,
        missing: 0,
        gaps: [],
      });
    });

    // The NYSE was closed on Monday 2024-01-15, Martin Luther King Day.
    it('expects shares in sessions only', async () => {
      const symbol = newSymbol();
      for (const open_time of ['2024-01-12T00:00:00Z', '2024-01-17T00:00:00Z']) {
        await api.post(CANDLES, candleBody({ exchange: 'us', interval: '1d', symbol, open_time }));
      }
      const answer = await gapsOf(api, { exchange: 'us', interval: '1d', symbol });
      expect(answer.body).toMatchObject({
        calendar: 'XNYS',
        expected: 3,
        missing: 1,
        gaps: [{ start: '2024-01-16T00:00:00Z', end: '2024-01-16T00:00:00Z' }],
      });
    });

    it('answers 404 for a series that is not stored', async () => {
      const answer = await gapsOf(api, { symbol: 'NONE/USDT' });
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
      await storeAt(api, symbol, 0);
      const backwards = await gapsOf(api, {
        symbol,
        start: '2024-01-02T00:00:00Z',
        end: '2024-01-01T00:00:00Z',
      });
      expect([backwards.status, backwards.body.code]).toEqual([422, 'INVALID_DATE_RANGE']);
      await api.post(CANDLES, candleBody({ symbol, interval: '1m' }));
      // 1m candles from 2018 to 2022: 4 years of 525,600 minutes and a leap day of 1,440.
      const long = await gapsOf(api, {
        symbol,
        interval: '1m',
        start: '2018-01-01T00:00:00Z',
        end: '2021-12-31T23:59:59Z',
      });
      expect([long.status, long.body.detail]).toEqual([422, expect.stringMatching(/2103840.*shorter range/)]);
    });
  });

  it.each([`${GAPS}?exchange=a&symbol=b&interval=1h`])('needs a token for %s', async (path) => {
    expect((await api.anonymous().get(path)).status).toBe(401);
  });
});
