import type { Response } from 'supertest';
import { DataSource } from 'typeorm';
import { poolOf } from '#domain/postgres/pool';
import { BACKTESTS } from '../support/backtests';
import { backtestBody, candleBody } from '../support/bodies';
import { CANDLES, newSymbol, storeHours } from '../support/hourly-candles';
import { sendRaw } from '../support/raw-request';
import { type RunningApi, startApi } from '../support/running-api';
import { tokenFor } from '../support/token';

const STRONG_TAG = /^"[\x21\x23-\x7e]+"$/;

describe('conditional reads', () => {
  let api: RunningApi;
  let symbol: string;
  let list: string;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    symbol = newSymbol();
    list = `${CANDLES}?exchange=binance&symbol=${encodeURIComponent(symbol)}&interval=1h&size=2`;
    await storeHours(api, symbol, 3);
  });

  const request = (path: string, ifNoneMatch: string) => api.get(path).set('if-none-match', ifNoneMatch);
  const tagOf = ({ headers }: Response) => headers.etag;

  it('gives everything that is read as JSON a strong tag, and 304 to who has it', async () => {
    const { body: candle } = await api.post(CANDLES, candleBody({ symbol }));
    const { body: backtest } = await api.post(BACKTESTS, backtestBody());
    const { body: idea } = await api.post('/api/v1/strategy-ideas', { name: 'n', description: 'd' });
    const trade = { symbol: 'X', side: 'buy', entry_price: '1' };
    const { body: entry } = await api.post('/api/v1/trade-journal', trade);
    for (const path of [
      list,
      CANDLES,
      `${CANDLES}?symbol=nothing`,
      `${CANDLES}?exchange=no&symbol=no&interval=1d`,
      `${CANDLES}/${candle.id}`,
      BACKTESTS,
      `${BACKTESTS}/${backtest.id}`,
      `${BACKTESTS}/${backtest.id}/report`,
      `${BACKTESTS}/${backtest.id}/trades`,
      `${BACKTESTS}/${backtest.id}/equity`,
      `${BACKTESTS}/fee-presets`,
      `${BACKTESTS}/strategies`,
      `${BACKTESTS}/walk-forward`,
      '/api/v1/strategy-ideas',
      `/api/v1/strategy-ideas/${idea.id}`,
      `/api/v1/strategy-ideas/${idea.id}/details`,
      `/api/v1/strategy-ideas/${idea.id}/evidence`,
      '/api/v1/trade-journal',
      `/api/v1/trade-journal/${entry.id}`,
    ]) {
      const answer = await api.get(path);
      expect([path, answer.status, tagOf(answer)]).toEqual([path, 200, expect.stringMatching(STRONG_TAG)]);
      expect(answer.headers['cache-control']).toBe('private, no-cache');
      const unchanged = await request(path, tagOf(answer));
      expect([path, unchanged.status, unchanged.text]).toEqual([path, 304, '']);
      expect(unchanged.headers).toMatchObject({
        etag: tagOf(answer),
        'cache-control': 'private, no-cache',
        'x-request-id': expect.any(String),
      });
      for (const name of ['content-type', 'content-length', 'transfer-encoding', 'link']) {
        expect(unchanged.headers).not.toHaveProperty(name);
      }
    }
  });

  it('reads lists of tags, weak ones and *, and answers in full where none holds', async () => {
    const { body } = await api.get(list);
    const tag = tagOf(await api.get(list));
    for (const field of [`W/${tag}`, `"other", ${tag}`, `"a,b" ,W/"x", W/${tag}`, '*']) {
      expect((await request(list, field)).status).toBe(304);
    }
    for (const field of ['"other"', tag.slice(1, -1), tag.toUpperCase(), 'W/"other"', '']) {
      const answer = await request(list, field);
      expect([field, answer.status, answer.body]).toEqual([field, 200, body]);
    }
    const forced = await request(list, tag).set('cache-control', 'no-cache');
    expect([forced.status, forced.text]).toEqual([304, '']);
  });

  it('changes the tag of a list with every change of a candle, and with the query', async () => {
    const tags = [tagOf(await api.get(list))];
    const open_time = '2024-01-01T00:00:00Z';
    for (const change of [{ volume: '1.0' }, { volume: '1.00' }, { open_time: '2024-01-02T00:00:00Z' }]) {
      await api.post(CANDLES, candleBody({ symbol, open_time, ...change }));
      expect((await request(list, tags.join())).status).toBe(200);
      tags.push(tagOf(await api.get(list)));
    }
    await api.post(CANDLES, candleBody({ symbol, open_time, volume: '1.00' }));
    expect(tagOf(await api.get(list))).toBe(tags.at(-1));
    for (const other of [`${list}&page=2`, list.replace('size=2', 'size=3')]) {
      expect((await request(other, tags.join())).status).toBe(200);
      tags.push(tagOf(await api.get(other)));
    }
    expect(new Set(tags).size).toBe(tags.length);
  });

  it('does not mistake the same version in a restored database for the same candles', async () => {
    const before = tagOf(await api.get(list));
    await api.database.query(
      `update series set last_write_at = last_write_at + interval '1 microsecond' where symbol = $1`,
      [symbol],
    );
    expect((await request(list, before)).status).toBe(200);
  });

  it('answers 304 for a series with one statement, which reads no candle', async () => {
    const tag = tagOf(await api.get(list));
    const query = jest.spyOn(poolOf(api.application.get(DataSource)), 'query');
    expect((await request(list, tag)).status).toBe(304);
    // The service's own tasks use the pool, too.
    const answers = (await Promise.all(query.mock.results.map(({ value }) => value as unknown))) as {
      readonly rows: readonly object[];
    }[];
    const ofList = answers.filter(({ rows }) => rows.some((row) => 'items' in row));
    expect(ofList).toHaveLength(1);
    expect(ofList[0].rows).toEqual([expect.objectContaining({ items: null })]);
    expect(
      query.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('candlesticks')),
    ).toHaveLength(1);
    query.mockRestore();
  });

  it('answers HEAD as GET without the body, also 304', async () => {
    const token = `Bearer ${tokenFor()}`;
    const full = await api.get(list);
    const head = (further = '') =>
      sendRaw(
        api.url,
        `HEAD ${list} HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\n${further}Connection: close\r\n\r\n`,
      );
    expect(await head()).toMatchObject({
      status: 200,
      body: '',
      headers: { etag: tagOf(full), 'content-length': String(Buffer.byteLength(full.text)) },
    });
    const unchanged = await head(`If-None-Match: ${tagOf(full)}\r\n`);
    expect(unchanged).toMatchObject({ status: 304, body: '', headers: { etag: tagOf(full) } });
    expect(unchanged.headers).not.toHaveProperty('content-length');
  });

  it('leaves a kept connection usable after a 304', async () => {
    const head = `Host: x\r\nAuthorization: Bearer ${tokenFor()}\r\n`;
    const first = `GET ${list} HTTP/1.1\r\n${head}If-None-Match: *\r\n\r\n`;
    const second = `GET /api/v1/strategy-ideas HTTP/1.1\r\n${head}Connection: close\r\n\r\n`;
    const { status, body } = await sendRaw(api.url, first + second);
    expect(status).toBe(304);
    expect(body).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it('tags neither errors, nor what is written, nor queries by POST, and never answers those 304', async () => {
    const answers = [
      await request(`${CANDLES}/1`, '*'),
      await request(`${CANDLES}?size=0`, '*'),
      await api.post(CANDLES, candleBody({ symbol })).set('if-none-match', '*'),
      await api.post(`${CANDLES}/query`, {}).set('if-none-match', '*'),
      await api.anonymous().get(list).set('if-none-match', '*'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 422, 201, 200, 401]);
    expect(answers.map(({ headers }) => headers.etag)).toEqual(answers.map(() => undefined));
  });

  it('has different tags for the trades as JSON and as CSV', async () => {
    const { body } = await api.post(BACKTESTS, backtestBody());
    const trades = `${BACKTESTS}/${body.id}/trades`;
    const [json, csv] = [await api.get(trades), await api.get(trades).set('accept', 'text/csv')];
    expect(tagOf(csv)).toMatch(STRONG_TAG);
    expect(tagOf(csv)).not.toBe(tagOf(json));
    const unchanged = await request(trades, tagOf(csv)).set('accept', 'text/csv');
    expect([unchanged.status, unchanged.headers.vary]).toEqual([304, 'Accept-Encoding, Accept']);
    expect((await request(trades, tagOf(csv))).status).toBe(200);
  });
});
