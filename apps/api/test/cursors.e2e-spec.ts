import type { Response } from 'supertest';
import { BACKTESTS } from './support/backtests';
import { backtestBody, candleBody } from './support/bodies';
import { CANDLES, newSymbol, storeHours } from './support/hourly-candles';
import { idsOf, pageOf } from './support/pages';
import { type RunningApi, startApi } from './support/running-api';
import { submitWalkForward, WALK_FORWARD } from './support/searches';

/** The reference of a Link header with this relation, resolved as RFC 3986 says against where it was asked for. */
function linked(answer: Response, relation: string, askedFor: string): string | undefined {
  const links = (answer.headers.link as string | undefined) ?? '';
  const reference = new RegExp(`<([^>]*)>; rel="${relation}"`).exec(links)?.[1];
  if (reference === undefined) return undefined;
  const url = new URL(reference, `http://any.host${askedFor}`);
  return url.pathname + url.search;
}

describe('cursors', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.database.query('truncate candlesticks, candlestick_revisions, series cascade'));

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
    'are stable while candles are stored before and behind them: %s',
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

  it.each([
    [CANDLES, 'cursor=abc'],
    [CANDLES, 'cursor='],
    [CANDLES, 'cursor=MQ'], // 1, which no candle can have
    [CANDLES, 'cursor=MTIzNA%3D%3D'],
    [CANDLES, 'cursor=OTAwNzE5OTI1NDc0MDk5Mw'], // 2^53 + 1
    [CANDLES, 'cursor=%00'],
    ['/api/v1/strategy-ideas', 'cursor=LTE'],
    ['/api/v1/trade-journal', 'cursor=MQ&cursor=MQ'],
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
