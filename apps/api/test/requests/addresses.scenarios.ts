import type { Response } from 'supertest';
import { BACKTESTS, completeBacktest, submitBacktest } from '../support/backtests';
import { backtestBody, candleBody } from '../support/bodies';
import { CANDLES, newSymbol, storeHours } from '../support/hourly-candles';
import { type RunningApi, startApi } from '../support/running-api';
import { SWEEP } from '../support/searches';

const IDEAS = '/api/v1/strategy-ideas';
const JOURNAL = '/api/v1/trade-journal';
const HEADLINES = '/api/v1/analysis/headlines';
const PUBLIC_URL = 'https://data.example.com/market';

/** The references of a Link header by relation (RFC 8288). */
function linksOf(header: string | undefined): Partial<Record<string, string>> {
  const links = [...(header ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)];
  return Object.fromEntries(links.map(([, reference, relation]) => [relation, reference]));
}

describe('addresses in answers', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
    await api.post(CANDLES, candleBody());
  });
  afterAll(() => api.stop());

  it.each([
    [CANDLES, candleBody(), 201],
    [IDEAS, { name: 'n', description: 'd' }, 201],
    [JOURNAL, { symbol: 'X', side: 'buy', entry_price: '1' }, 201],
    [BACKTESTS, backtestBody(), 202],
    [SWEEP, backtestBody(), 202],
    ['/api/v1/equities/ingest', { symbols: ['SPX'] }, 202],
    ['/api/v1/features/precompute', {}, 202],
    ['/api/v1/market-data/gaps/repair', { exchange: 'binance', symbol: 'BTC/USDT', interval: '1h' }, 202],
  ])('say where what POST %s makes is read', async (path, body, status) => {
    const answer = await api.post(path, body);
    const { headers } = answer;
    expect(answer.status).toBe(status);
    expect(headers.location).toBe(`${path}/${answer.body.id ?? answer.body.job_id}`);
    // RFC 9110, 10.2.3: seconds.
    expect(headers['retry-after']).toBe(status === 202 ? '1' : undefined);
    const read = await api.get(headers.location);
    expect([read.status, read.body.id ?? read.body.job_id]).toEqual([
      200,
      answer.body.id ?? answer.body.job_id,
    ]);
    expect((await api.post(`${path}/`, body)).headers.location).toMatch(new RegExp(`^${path}/\\d+$`));
  });

  it('say where the outcome of a fetch of headlines and of a verification is', async () => {
    const fetched = await api.post(`${HEADLINES}/fetch`);
    expect([fetched.status, fetched.headers.location]).toEqual([202, HEADLINES]);
    const { id } = await submitBacktest(api);
    await completeBacktest(api, id);
    const path = `${BACKTESTS}/${id}/verify`;
    await api.database.query(
      `insert into backtest_verifications (backtest_id, status) values ($1, 'pending')`,
      [id],
    );
    const verified = await api.get(path);
    expect([verified.status, verified.headers.location, verified.headers['retry-after']]).toEqual([
      202,
      path,
      '1',
    ]);
  });

  it('lead through the trades of a backtest by page', async () => {
    const { id } = await submitBacktest(api);
    await completeBacktest(api, id);
    const path = `${BACKTESTS}/${id}/trades`;
    const linked = async (query: string) => linksOf((await api.get(`${path}${query}`)).headers.link);
    const sorted = '?sort=entry_time&order=asc';
    expect(await linked('')).toEqual({});
    expect(await linked('?size=1')).toEqual({
      next: `${sorted}&size=1&page=2`,
      last: `${sorted}&size=1&page=2`,
    });
    expect(await linked('?size=1&page=2')).toEqual({
      first: `${sorted}&size=1`,
      prev: `${sorted}&size=1&page=1`,
    });
    const csv = await api.get(`${path}?size=1`).set('accept', 'text/csv');
    expect(csv.headers).not.toHaveProperty('link');
  });

  it('lead through the headlines by page', async () => {
    const headlines = Array.from({ length: 5 }, (_, index) => ({
      title: `Headline ${index}`,
      published_at: '2024-01-02T00:00:00Z',
    }));
    await api.post(HEADLINES, { headlines });
    const titles: string[] = [];
    for (let page: string | undefined = '?size=2'; page !== undefined;) {
      const answer: Response = await api.get(`${HEADLINES}${page}`);
      titles.push(...(answer.body.items as { title: string }[]).map(({ title }) => title));
      page = linksOf(answer.headers.link).next;
    }
    expect(titles.sort()).toEqual(headlines.map(({ title }) => title));
  });

  it('name the first, the previous, the next and the last page of records', async () => {
    const symbol = newSymbol();
    await storeHours(api, symbol, 7);
    const list = `?symbol=${encodeURIComponent(symbol)}&size=3`;
    const linked = async (position: string) =>
      linksOf((await api.get(`${CANDLES}${list}${position}`)).headers.link);
    const cursor = expect.stringMatching(/&cursor=/) as string;
    expect(await linked('')).toEqual({ next: cursor, last: `${list}&page=3` });
    expect(await linked('&page=2')).toEqual({
      first: list,
      prev: `${list}&page=1`,
      next: cursor,
      last: `${list}&page=3`,
    });
    expect(await linked('&page=3')).toEqual({ first: list, prev: `${list}&page=2` });
    expect(await linked('&page=9')).toEqual({ first: list, prev: `${list}&page=8`, last: `${list}&page=3` });
    const { next } = await linked('');
    // By cursor the number of the page is not known.
    expect(Object.keys(linksOf((await api.get(`${CANDLES}${next!}`)).headers.link))).toEqual([
      'first',
      'next',
    ]);
  });

  describe('with PUBLIC_URL', () => {
    let proxied: RunningApi;
    beforeAll(async () => {
      proxied = await startApi(() => ({ PUBLIC_URL: `${PUBLIC_URL}/` }));
    });
    afterAll(async () => {
      await proxied.stop();
      process.env.PUBLIC_URL = '';
    });

    it('are absolute', async () => {
      const idea = { name: 'n', description: 'd' };
      const { headers, body } = await proxied.post(IDEAS, idea);
      expect(headers.location).toBe(`${PUBLIC_URL}${IDEAS}/${body.id}`);
      await proxied.post(IDEAS, idea);
      const { next, last } = linksOf((await proxied.get(`${IDEAS}?size=1`)).headers.link);
      expect(next).toMatch(
        /^https:\/\/data\.example\.com\/market\/api\/v1\/strategy-ideas\?size=1&cursor=\w+$/,
      );
      expect(last).toBe(`${PUBLIC_URL}${IDEAS}?size=1&page=2`);
      expect((await proxied.get(next!.slice(PUBLIC_URL.length))).body.items).toMatchObject([{ id: body.id }]);
    });
  });
});
