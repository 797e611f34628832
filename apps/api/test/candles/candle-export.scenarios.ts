import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { bundledApp } from '../../../../scripts/bundled-apps.mjs';
import { Shutdown } from '#platform/shutdown/shutdown';
import { candleBody } from '../support/bodies';
import { CANDLES, newSymbol, storeHours } from '../support/hourly-candles';
import { openExport, terminateExport, untilExporting } from '../support/open-exports';
import { sendRaw } from '../support/raw-request';
import { type RunningApi, startApi } from '../support/running-api';
import { tokenFor } from '../support/token';

/** More than the buffers between a database and a client that does not read can hold. */
const MANY = 300_000;

describe('GET candlesticks/export', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const exportOf = (query: object) =>
    api.get(`${CANDLES}/export`).query({ exchange: 'binance', interval: '1h', ...query });

  it('answers as CSV what import of the command line has stored, byte for byte', async () => {
    const symbol = newSymbol();
    const lines = [
      'open_time,open,high,low,close,volume',
      '1970-01-01T00:00:00Z,1,1.000000000000000000,1.0,1.00,0',
      '2024-01-01T00:00:00Z,100.50,103.00,99.10,102.75,12500.000',
      '2024-02-29T09:31:07Z,99999999999999999999.999999999999999999,99999999999999999999.999999999999999999,0.000000000000000001,5,0.0',
    ];
    const csv = `${lines.join('\n')}\n`;
    const directory = mkdtempSync(join(tmpdir(), 'candelabra-export-'));
    const file = join(directory, 'candles.csv');
    writeFileSync(file, csv);
    const words = ['import', file, '--exchange', 'binance', '--symbol', symbol, '--interval', '1h'];
    const cli = spawn(process.execPath, [...bundledApp('cli'), ...words], {
      env: process.env,
      stdio: 'ignore',
    });
    expect(await once(cli, 'close')).toEqual([0, null]);
    rmSync(directory, { recursive: true });

    const answer = await exportOf({ symbol });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(csv);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="binance_${symbol.replace('/', '-')}_1h.csv"`,
      'transfer-encoding': 'chunked',
      vary: 'Accept-Encoding, Accept',
    });
  });

  it('answers NDJSON to who accepts it: on each line the candle that a query answers', async () => {
    const symbol = `${newSymbol()} "\\\\n\\é😀`;
    await storeHours(api, symbol, 4);
    const answer = await exportOf({ symbol }).set('accept', 'application/x-ndjson').buffer();
    expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const lines = answer.text.split('\n');
    expect(lines.pop()).toBe('');
    const { body } = await api.post(`${CANDLES}/query`, { symbol });
    expect(body).toHaveLength(4);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual(body);
    const again = await api
      .post(`${CANDLES}/bulk`)
      .set('content-type', 'application/x-ndjson')
      .send(answer.text);
    expect(again.body).toMatchObject({ unchanged: 4, refused: 0 });
  });

  it('keeps within inclusive bounds, down to nothing but the header', async () => {
    const symbol = newSymbol();
    await storeHours(api, symbol, 5);
    const volumes = async (range: object) =>
      (await exportOf({ symbol, ...range })).text
        .split('\n')
        .slice(1, -1)
        .map((line) => line.split(',').at(-1));
    expect(await volumes({ start: '2024-01-01T01:00:00Z', end: '2024-01-01T03:00:00Z' })).toEqual([
      '1',
      '2',
      '3',
    ]);
    expect(await volumes({ start: '2024-01-01T03:00:00Z' })).toEqual(['3', '4']);
    expect(await volumes({ end: '0001-01-01T00:00:00Z' })).toEqual([]);
    const nothing = await exportOf({ symbol, start: '9999-12-31T00:00:00Z' })
      .set('accept', 'application/x-ndjson')
      .buffer();
    expect([nothing.status, nothing.text]).toEqual([200, '']);
  });

  it('chooses by Accept, and answers 406 with both types where neither is accepted', async () => {
    const symbol = newSymbol();
    await storeHours(api, symbol, 1);
    const typeFor = async (accept: string) =>
      (await exportOf({ symbol }).set('accept', accept)).headers['content-type'].split(';')[0];
    expect(await typeFor('*/*')).toBe('text/csv');
    expect(await typeFor('text/*')).toBe('text/csv');
    expect(await typeFor('text/csv;q=0.5, application/x-ndjson')).toBe('application/x-ndjson');
    const refused = await exportOf({ symbol }).set('accept', 'application/json');
    expect(refused.status).toBe(406);
    expect(refused.body.detail).toMatch(/text\/csv or application\/x-ndjson/);
  });

  it('answers 404 for a series that does not exist, 422 for what breaks a rule, 401 without a token', async () => {
    const absent = await exportOf({ symbol: 'nothing' });
    expect(absent.status).toBe(404);
    expect(absent.headers['content-type']).toMatch(/^application\/json/);
    expect(absent.body.detail).toBe('No candles of binance nothing 1h are stored');
    for (const [query, field] of [
      [{}, 'symbol'],
      [{ symbol: 'x', interval: '1w' }, 'interval'],
      [{ symbol: 'x', start: 'yesterday' }, 'start'],
      [{ symbol: 'x', start: '2024-01-02T00:00:00Z', end: '2024-01-01T00:00:00Z' }, 'start'],
    ] as const) {
      const answer = await exportOf(query);
      expect([answer.status, answer.body.errors]).toMatchObject([422, [{ field }]]);
    }
    expect((await api.anonymous().get(`${CANDLES}/export`)).status).toBe(401);
    expect((await api.delete(`${CANDLES}/export`)).status).toBe(405);
  });

  it('refuses HTTP/1.0, where a body that breaks off looks whole', async () => {
    const answer = await sendRaw(
      api.url,
      `GET ${CANDLES}/export?exchange=a&symbol=b&interval=1d HTTP/1.0\r\nAuthorization: Bearer ${tokenFor()}\r\n\r\n`,
    );
    expect(answer).toMatchObject({ status: 426, headers: { upgrade: 'HTTP/1.1' } });
    expect(JSON.parse(answer.body)).toMatchObject({ detail: expect.stringMatching(/HTTP\/1\.1/) as string });
  });

  it('answers HEAD with the headers alone', async () => {
    const { body } = await api.post(CANDLES, candleBody({ symbol: newSymbol() }));
    const answer = await exportOf({ symbol: body.symbol }).unset('accept').then();
    const query = new URLSearchParams({ exchange: 'binance', symbol: body.symbol, interval: '1h' });
    const head = await fetch(`${api.url}${CANDLES}/export?${query.toString()}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${tokenFor()}` },
    });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-disposition')).toBe(answer.headers['content-disposition']);
    expect(await head.text()).toBe('');
  });

  describe('of many candles', () => {
    const series = { exchange: 'binance', symbol: 'MANY', interval: '1m' };
    beforeAll(async () => {
      const { body } = await api.post(CANDLES, candleBody(series));
      await api.database.query(
        `insert into candlesticks select $1, '2024-01-01Z'::timestamptz + make_interval(mins => minute), 1.5, 1.5, 1.5, 1.5, minute, true
         from generate_series(1, ${MANY - 1}) minute`,
        [Math.floor(body.id / 2 ** 32)],
      );
    });

    afterEach(() => untilExporting(api, 0));

    const open = (sub?: string) => openExport(api.url, series, sub);

    it('sends them all in the order of time', async () => {
      const answer = await open();
      let [text, lines, last] = ['', 0, ''];
      for await (const chunk of answer.setEncoding('latin1')) {
        const complete = (text + (chunk as string)).split('\n');
        text = complete.pop()!;
        lines += complete.length;
        last = complete.at(-1) ?? last;
      }
      expect([lines, text, answer.complete]).toEqual([MANY + 1, '', true]);
      // 299,999 minutes are 208 days, 7 hours and 59 minutes; 2024 has 182 days until July.
      expect(last).toBe('2024-07-27T07:59:00Z,1.5,1.5,1.5,1.5,299999');
    });

    it('waits for a client that does not read, and ends when that goes', async () => {
      const answer = await open();
      await untilExporting(api, 1);
      answer.destroy();
      await untilExporting(api, 0);
    });

    it('breaks the connection when the database is lost in the middle', async () => {
      const answer = await open();
      await terminateExport(api);
      answer.resume();
      await expect(finished(answer)).rejects.toThrow('aborted');
      expect(answer.complete).toBe(false);
      expect((await api.get(CANDLES)).status).toBe(200);
    });

    it('leaves half of the connections to everybody else', async () => {
      const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((sub) => open(sub)));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
      const refused = await exportOf({ symbol: 'MANY', interval: '1m' });
      expect([refused.status, refused.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(refused.headers['retry-after']).toBe('10');
      expect((await api.get(CANDLES)).status).toBe(200);
      for (const answer of answers) answer.destroy();
      await untilExporting(api, 0);
      expect((await exportOf({ symbol: 'MANY', interval: '1m', end: '2024-01-01T00:01:00Z' })).status).toBe(
        200,
      );
    });

    it('sends two at a time to a subject, and answers 429 to its third', async () => {
      const answers = [await open('ada'), await open('ada')];
      const third = await open('ada');
      expect([third.statusCode, third.headers['retry-after']]).toEqual([429, '5']);
      expect(JSON.parse(await textOf(third))).toMatchObject({
        code: 'RATE_LIMIT_EXCEEDED',
        detail:
          "2 exports of this token's subject are under way; send this one when one of them has finished",
      });
      const other = await open('grace');
      expect(other.statusCode).toBe(200);
      for (const answer of [...answers, other]) answer.destroy();
      await untilExporting(api, 0);
      const next = await open('ada');
      expect(next.statusCode).toBe(200);
      next.destroy();
    });

    it('does not keep a process from stopping', async () => {
      const disconnecting = await open();
      api.application.get(Shutdown).begin();
      disconnecting.resume();
      await expect(finished(disconnecting)).rejects.toThrow('aborted');
      await untilExporting(api, 0);
    });
  });
});
