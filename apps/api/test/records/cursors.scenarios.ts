import type { Response } from 'supertest';
import { BACKTESTS } from '../support/backtests';
import { backtestBody, candleBody } from '../support/bodies';
import { CANDLES, newSymbol, storeHours } from '../support/hourly-candles';
import { idsOf, pageOf } from '../support/pages';
import { type RunningApi, startApi } from '../support/running-api';
import { submitWalkForward, WALK_FORWARD } from '../support/searches';

/** The reference of a Link header with this relation, resolved as RFC 3986 says against the requested address. */
function linked(answer: Response, relation: string, requested: string): string | undefined {
  const links = (answer.headers.link as string | undefined) ?? '';
  const reference = new RegExp(`<([^>]*)>; rel="${relation}"`).exec(links)?.[1];
  if (reference === undefined) return undefined;
  const url = new URL(reference, `http://any.host${requested}`);
  return url.pathname + url.search;
}

const SERIES = '/api/v1/market-data/series';
const QUARANTINE = '/api/v1/market-data/quarantine';

describe('cursors', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.database.query('truncate candlesticks, candlestick_revisions, series cascade'));

  const seriesOf = ({ items }: { readonly items: readonly object[] }) =>
    (items as { symbol: string; interval: string }[]).map(({ symbol, interval }) => `${symbol} ${interval}`);

  /** Follows rel="next" from a path to the end, and answers the pages. */
  async function walk(path: string, between: () => Promise<unknown> = () => Promise.resolve()) {
    const answers = [];
    for (let next: string | undefined = path; next !== undefined; await between()) {
      const answer: Response = await api.get(next);
      expect(answer.status).toBe(200);
      answers.push(answer);
      next = linked(answer, 'next', next);
    }
    return answers.map(pageOf);
  }

  it('walk a series page by page, with size and filter in the link and the body of a page', async () => {
    const symbol = `${newSymbol()} é&"<>`;
    await storeHours(api, symbol, 7);
    await storeHours(api, newSymbol(), 2);
    const query = new URLSearchParams({ exchange: 'binance', symbol, interval: '1h', size: '3' });
    const pages = await walk(`${CANDLES}?${query.toString()}`);
    expect(pages.map(({ items }) => items.length)).toEqual([3, 3, 1]);
    for (const page of pages) {
      expect(Object.keys(page)).toEqual(['items', 'total', 'page', 'size']);
      expect(page).toMatchObject({ total: 7, page: 1, size: 3 });
    }
    const all = idsOf(pageOf(await api.get(CANDLES).query({ symbol })));
    expect(pages.flatMap(idsOf)).toEqual(all);
  });

  it('walk all series at once, ties in time included, to a last page that says it is the last', async () => {
    for (const count of [4, 4, 4]) await storeHours(api, newSymbol(), count);
    const pages = await walk(`${CANDLES}?size=5`);
    expect(pages.map(({ items }) => items.length)).toEqual([5, 5, 2]);
    expect(pages.flatMap(idsOf)).toEqual(idsOf(pageOf(await api.get(CANDLES))));
  });

  it.each(['', '&exchange=binance&interval=1h'])(
    'are stable while candles are stored before and after them: %s',
    async (filter) => {
      const [one, two] = [newSymbol(), newSymbol()];
      await storeHours(api, one, 5);
      await storeHours(api, two, 5);
      const there = idsOf(pageOf(await api.get(CANDLES)));
      let stored = 0;
      const pages = await walk(`${CANDLES}?size=3${filter}`, async () => {
        const number = stored++;
        for (const open_time of [`2024-01-01T1${number}:00:00Z`, `2023-12-31T1${number}:30:00Z`]) {
          for (const symbol of [one, two, newSymbol()]) {
            if (number < 3) await api.post(CANDLES, candleBody({ symbol, open_time }));
          }
        }
      });
      const walked = pages.flatMap(idsOf);
      expect(new Set(walked).size).toBe(walked.length);
      expect(walked.filter((id) => there.includes(id))).toEqual(there);
    },
  );

  it('lead on from a numbered page, and back to the first', async () => {
    await storeHours(api, newSymbol(), 5);
    const first = await api.get(`${CANDLES}?size=2`);
    expect(linked(first, 'first', CANDLES)).toBeUndefined();
    const second = await api.get(`${CANDLES}?size=2&page=2`);
    expect(linked(second, 'first', CANDLES)).toBe(`${CANDLES}?size=2`);
    const third = await api.get(linked(second, 'next', CANDLES)!);
    expect(idsOf(pageOf(third))).toEqual(idsOf(pageOf(await api.get(`${CANDLES}?size=2&page=3`))));
    expect(linked(third, 'next', CANDLES)).toBeUndefined();
    expect(linked(third, 'first', CANDLES)).toBe(`${CANDLES}?size=2`);
  });

  it.each([
    ['/api/v1/strategy-ideas', { name: 'n', description: 'd' }],
    ['/api/v1/trade-journal', { symbol: 'X', side: 'buy', entry_price: '1' }],
    [BACKTESTS, backtestBody()],
  ])('walk %s while records come and go', async (path, body) => {
    for (let record = 0; record < 7; record++) await api.post(path, body);
    const there = idsOf(pageOf(await api.get(path)));
    expect(there).toHaveLength(7);
    let requests = 0;
    const pages = await walk(`${path}?size=3`, async () => {
      await api.post(path, body);
      if (requests++ === 0) await api.delete(`${path}/${there[2]}`);
    });
    expect(pages.flatMap(idsOf)).toEqual(there);
    expect(pages.map(({ page }) => page)).toEqual([1, 1, 1]);
  });

  it('walk the walk-forward runs', async () => {
    for (let run = 0; run < 3; run++) await submitWalkForward(api);
    const pages = await walk(`${WALK_FORWARD}?size=2`);
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
      [2, 3],
      [1, 3],
    ]);
    expect(pages.flatMap(idsOf)).toEqual(idsOf(pageOf(await api.get(WALK_FORWARD))));
  });

  it('walk the series, those of one exchange alone where it is named, while others come between', async () => {
    for (const interval of ['1d', '1m', '4h']) {
      for (const symbol of ['B/C', 'A é', 'C']) await api.post(CANDLES, candleBody({ symbol, interval }));
    }
    await api.post(CANDLES, candleBody({ exchange: 'kraken' }));
    const filter = 'exchange=binance';
    const there = seriesOf(pageOf(await api.get(`${SERIES}?${filter}`)));
    expect(there).toHaveLength(9);
    let number = 0;
    const pages = await walk(`${SERIES}?size=4&${filter}`, async () => {
      for (const symbol of ['0', 'AA', 'BB', 'ZZ'])
        await api.post(CANDLES, candleBody({ symbol: `${symbol}${number}` }));
      number++;
    });
    const walked = pages.flatMap(seriesOf);
    expect(new Set(walked).size).toBe(walked.length);
    expect(walked.filter((name) => there.includes(name))).toEqual(there);
    expect(pages.at(-1)).toMatchObject({ page: 1, size: 4 });
  });

  it('walk the quarantine, entries of one moment included, while some are discarded and others come', async () => {
    await api.database.query('truncate quarantined_candles');
    const quarantine = async (symbol: string, minutes: number) => {
      await api.database.query(
        `insert into quarantined_candles
           (exchange, symbol, interval, open_time, open, high, low, close, volume, source, reason, quarantined_at)
         select 'x', $1, '1m', to_timestamp(minute * 60), '1', '1', '1', '1', '1', 'feed', 'r', date_trunc('milliseconds', now())
         from generate_series(1, $2::integer) minute`,
        [symbol, minutes],
      );
    };
    for (const symbol of ['OLD', 'NEW']) await quarantine(symbol, 5);
    const there = idsOf(pageOf(await api.get(QUARANTINE)));
    expect(there).toHaveLength(10);
    let number = 0;
    const pages = await walk(`${QUARANTINE}?size=3&source=feed`, async () => {
      // Among them the last of the page, where the next one begins.
      const last = there[3 * number + 2];
      if (last) await api.delete(`${QUARANTINE}/${last}`);
      await quarantine(`NEWER ${number++}`, 2);
    });
    expect(pages.flatMap(idsOf)).toEqual(there);
    expect(
      (
        await api.get(
          `${QUARANTINE}?cursor=${Buffer.from('9007199254740991.9007199254740991').toString('base64url')}`,
        )
      ).status,
    ).toBe(200);
  });

  it.each([
    [CANDLES, 'cursor=abc'],
    [CANDLES, 'cursor='],
    [CANDLES, 'cursor=MQ'], // 1, which no candle can have
    [CANDLES, 'cursor=MTIzNA%3D%3D'],
    [CANDLES, 'cursor=OTAwNzE5OTI1NDc0MDk5Mw'], // 2^53 + 1
    [CANDLES, 'cursor=%00'],
    ['/api/v1/strategy-ideas', 'cursor=LTE'],
    ['/api/v1/trade-journal', 'cursor=MQ&cursor=MQ'],
    ['/api/v1/trade-journal', 'cursor=MTIuMzQ'],
    [SERIES, 'cursor=MTIuMzQ'],
    [QUARANTINE, 'cursor=MQ'],
  ])('are refused by %s where they are none: %s', async (path, query) => {
    const answer = await api.get(`${path}?${query}`);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ field: 'cursor' }]);
  });

  it('go without a page number', async () => {
    const answer = await api.get('/api/v1/strategy-ideas?cursor=MQ&page=2');
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ field: 'page' }]);
    expect((await api.get('/api/v1/strategy-ideas?cursor=MQ&page=1')).status).toBe(200);
  });

  it('take the key of any list, also one beyond what this list can hold', async () => {
    // 5999163648: the id of a candle.
    expect((await api.get('/api/v1/strategy-ideas?cursor=NTk5OTE2MzY0OA')).status).toBe(200);
  });
});
