import { gapsOf } from '../support/gaps';
import { CANDLES, newSymbol, storeAt, storeHours } from '../support/hourly-candles';
import { candleBody } from '../support/bodies';
import { type RunningApi, startApi } from '../support/running-api';

const SERIES = '/api/v1/market-data/series';

describe('what is missing', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

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

    it('finds series by a part of their exchange and symbol, whatever is a pattern elsewhere', async () => {
      const symbol = newSymbol();
      await storeHours(api, symbol, 1);
      const found = async (contains: string) => {
        const query = new URLSearchParams({ contains, interval: '1h', size: '1000' });
        const { items } = (await api.get(`${SERIES}?${query.toString()}`)).body as {
          items: { symbol: string }[];
        };
        return items.filter((series) => series.symbol === symbol).length;
      };
      expect(await found(symbol.slice(1).toLowerCase())).toBe(1);
      expect(await found(`NANCE ${symbol.slice(0, 3)}`)).toBe(1);
      expect(await found('%')).toBe(0);
      expect(await found(`${symbol} `)).toBe(0);
    });

    it('shows what a feed left unconfirmed', async () => {
      const symbol = newSymbol();
      await storeAt(api, symbol, 0, 1, 2);
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
      await storeAt(api, symbol, 0);
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
      await storeAt(api, symbol, 0);
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
      expect((await gapsOf(api, { symbol, end: '2024-01-01T22:00:00Z' })).body).toMatchObject({
        calendar: '24x5',
        expected: 1,
        missing: 1,
      });
      const listed = await api.get(`${SERIES}?symbol=${encodeURIComponent(symbol)}`);
      expect(listed.body).toMatchObject({ items: [{ calendar: '24x5' }, { calendar: '24x5' }] });
      await api.post(CANDLES, candleBody({ symbol, interval: '5m' }));
      expect((await gapsOf(api, { symbol, interval: '5m' })).body).toMatchObject({ calendar: '24x5' });
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

  it.each([SERIES])('needs a token for %s', async (path) => {
    expect((await api.anonymous().get(path)).status).toBe(401);
  });
});
