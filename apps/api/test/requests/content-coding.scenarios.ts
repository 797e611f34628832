import type { IncomingMessage } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { BACKTESTS, completeBacktest, submitBacktest } from '../support/backtests';
import { candleBody } from '../support/bodies';
import { CANDLES, newSymbol, storeHours } from '../support/hourly-candles';
import { openAnswer, terminateExport, untilExporting } from '../support/open-exports';
import { type RunningApi, startApi } from '../support/running-api';
import { tokenFor } from '../support/token';
import { until } from '../support/until';

const IDEAS = '/api/v1/strategy-ideas';
/** As many candles as a list, an export and a query need for some KiB. */
const HOURS = 23;

const DECODERS = { gzip: gunzipSync, br: brotliDecompressSync };
const CODINGS = ['gzip', 'br'] as const;

/** RFC 9110, 8.4 (content coding), 12.5.3 (Accept-Encoding) and 8.8.3.3 (entity tags of coded answers). */
describe('coded answers', () => {
  let api: RunningApi;
  let series: string;
  beforeAll(async () => {
    api = await startApi();
    const symbol = newSymbol();
    await storeHours(api, symbol, HOURS);
    series = new URLSearchParams({ exchange: 'binance', symbol, interval: '1h' }).toString();
  });
  afterAll(() => api.stop());

  const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> =>
    openAnswer(`${api.url}${path}`, headers);
  const codingFor = async (acceptEncoding: string, path = `${CANDLES}?${series}`) => {
    const answer = await get(path, { 'accept-encoding': acceptEncoding });
    await buffer(answer);
    return answer.headers['content-encoding'];
  };
  const newIdea = async (description: string) => {
    const { body } = await api.post(IDEAS, { name: 'n', description });
    return `${IDEAS}/${body.id}`;
  };

  it.each([
    ['a list', () => `${CANDLES}?${series}`, 'application/json'],
    ['an export as CSV', () => `${CANDLES}/export?${series}`, 'text/csv'],
    ['an export as NDJSON', () => `${CANDLES}/export?${series}`, 'application/x-ndjson'],
    ['a document without a token', () => '/openapi.json', 'application/json'],
  ])('have the content of the one that is not: %s', async (_, path, accept) => {
    const plain = await get(path(), { accept });
    const content = await text(plain);
    expect(content.length).toBeGreaterThan(1_024);
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.headers.vary).toMatch(/\bAccept-Encoding\b/);
    for (const coding of CODINGS) {
      // A slot of an export is given back when its connection has closed.
      const coded = await get(path(), { accept, 'accept-encoding': coding, sub: coding });
      const bytes = await buffer(coded);
      expect(coded.headers).toMatchObject({
        'content-encoding': coding,
        'content-type': plain.headers['content-type'],
        vary: plain.headers.vary,
      });
      expect(coded.headers).not.toHaveProperty('content-length');
      expect(bytes.length).toBeLessThan(content.length / 2);
      expect(DECODERS[coding](bytes).toString()).toBe(content);
    }
  });

  it('are those of 1,024 bytes and more', async () => {
    const ofBytes = async (bytes: number) => {
      const path = await newIdea('x');
      const { text: short } = await api.get(path);
      await api.patch(path, { description: 'x'.repeat(bytes - short.length + 1) });
      return path;
    };
    const paths = [await ofBytes(1_023), await ofBytes(1_024)];
    const [below, from] = await Promise.all(paths.map((path) => get(path, { 'accept-encoding': 'gzip' })));
    expect(below.headers['content-length']).toBe('1023');
    expect([below.headers['content-encoding'], from.headers['content-encoding']]).toEqual([
      undefined,
      'gzip',
    ]);
    expect(below.headers.vary).toBe('Accept-Encoding');
    await Promise.all([buffer(below), buffer(from)]);
  });

  it.each([
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['gzip;q=0, br;q=0', undefined],
    ['br;q=0.1, gzip', 'gzip'],
    ['br; q=0, *', 'gzip'],
    ['*;q=0', undefined],
    ['identity;q=0', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['zstd', undefined],
    ['', undefined],
    ['gzipped, xbr', undefined],
  ])('are chosen by Accept-Encoding: %s', async (acceptEncoding, coding) => {
    expect(await codingFor(acceptEncoding)).toBe(coding);
  });

  it('have a tag of their own, and 304 holds for that of any coding', async () => {
    const list = `${CANDLES}?${series}`;
    const tags: string[] = [];
    for (const coding of ['identity', ...CODINGS]) {
      const answer = await get(list, { 'accept-encoding': coding });
      tags.push(answer.headers.etag!);
      await buffer(answer);
    }
    const [plain] = tags;
    expect(plain).toMatch(/^"[\x21\x23-\x7e]+"$/);
    expect(tags).toEqual([plain, ...CODINGS.map((coding) => `${plain.slice(0, -1)}-${coding}"`)]);
    for (const tag of tags) {
      for (const coding of ['identity', ...CODINGS]) {
        const answer = await get(list, { 'accept-encoding': coding, 'if-none-match': `"x", W/${tag}` });
        expect([tag, answer.statusCode, answer.headers.etag]).toEqual([tag, 304, tag]);
        expect(answer.headers).not.toHaveProperty('content-encoding');
        expect(answer.headers.vary).toMatch(/\bAccept-Encoding\b/);
        expect(await text(answer)).toBe('');
      }
    }
    const other = await get(list, { 'if-none-match': `${plain.slice(0, -1)}-zip"` });
    expect(other.statusCode).toBe(200);
    await buffer(other);
  });

  it('give a tag that If-Match takes', async () => {
    for (const coding of ['identity', ...CODINGS]) {
      const path = await newIdea('x'.repeat(2_000));
      const answer = await get(path, { 'accept-encoding': coding });
      await buffer(answer);
      const tag = answer.headers.etag!;
      expect((await api.patch(path, { name: 'o' }).set('if-match', `W/${tag}`)).status).toBe(412);
      expect((await api.patch(path, { name: 'o' }).set('if-match', tag)).status).toBe(200);
      expect((await api.patch(path, { name: 'p' }).set('if-match', tag)).status).toBe(412);
      expect((await api.delete(path).set('if-match', tag)).status).toBe(412);
    }
  });

  it('may be errors and what a POST answers', async () => {
    const fields = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`field_${index}`, 1]));
    const refused = await api.post(IDEAS, fields);
    expect([refused.status, refused.headers['content-encoding']]).toEqual([422, 'gzip']);
    expect(refused.body.errors.length).toBeGreaterThan(60);
    const queried = await api.post(`${CANDLES}/query`, {});
    expect(queried.headers['content-encoding']).toBe('gzip');
    expect(queried.body).toHaveLength(HOURS);
  });

  it('may be the results of a backtest', async () => {
    const { id } = await submitBacktest(api);
    await completeBacktest(api, id);
    const curve = Buffer.from(Float64Array.from({ length: 200 }, (_, bar) => 86_400_000 * bar).buffer);
    await api.database.query(
      'update backtest_equity set open_times = $1, equity = $1 where backtest_id = $2',
      [curve, id],
    );
    for (const accept of ['text/csv', 'application/json']) {
      const path = `${BACKTESTS}/${id}/equity`;
      const plain = await text(await get(path, { accept }));
      const answer = await get(path, { accept, 'accept-encoding': 'br' });
      expect(answer.headers.etag).toMatch(/^"\S+-br"$/);
      expect(answer.headers.vary).toBe('Accept-Encoding, Accept');
      expect(brotliDecompressSync(await buffer(answer)).toString()).toBe(plain);
    }
  });

  it('are never streams of events, which arrive at once', async () => {
    const { body } = await api.post(CANDLES, candleBody({ interval: '1m' }));
    const query = new URLSearchParams({ exchange: body.exchange, symbol: body.symbol, interval: '1m' });
    const stream = await get(`/api/v1/streams/ohlcv?${query.toString()}`, { 'accept-encoding': 'gzip, br' });
    expect(stream.headers).not.toHaveProperty('content-encoding');
    stream.setEncoding('utf8');
    let received = '';
    stream.on('data', (part: string) => (received += part));
    stream.on('error', () => undefined);
    await until('the last candle is there', () => Promise.resolve(received.includes('event: kline')));
    stream.destroy();
  });

  it('are sent by HEAD as the answer that is not coded', async () => {
    const plain = await get(`${CANDLES}?${series}`);
    await buffer(plain);
    const head = await fetch(`${api.url}${CANDLES}?${series}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${tokenFor()}`, 'accept-encoding': 'gzip' },
    });
    expect(head.headers.get('content-encoding')).toBeNull();
    expect(head.headers.get('etag')).toBe(plain.headers.etag);
  });

  it('are not whole when what they are made of breaks off, and give their slot back when nobody reads on', async () => {
    const many = { exchange: 'binance', symbol: 'MANY', interval: '1m' };
    const { body } = await api.post(CANDLES, candleBody(many));
    // Digits that no coding makes small: more than the buffers of the connection hold.
    await api.database.query(
      `insert into candlesticks select $1, '2024-01-01Z'::timestamptz + make_interval(mins => minute),
         (1 + random())::numeric(20, 18), 3, 1, (1 + random())::numeric(20, 18), (random() * 1000)::numeric(30, 18), true
       from generate_series(1, 300000) minute`,
      [Math.floor(body.id / 2 ** 32)],
    );
    const path = `${CANDLES}/export?${new URLSearchParams(many).toString()}`;
    // A subject may have two at a time.
    for (const coding of [...CODINGS, ...CODINGS]) {
      const left = await get(path, { 'accept-encoding': coding });
      expect(left.headers['content-encoding']).toBe(coding);
      left.destroy();
      await untilExporting(api, 0);
    }
    const answer = await get(path, { 'accept-encoding': 'gzip' });
    expect(answer.headers['content-encoding']).toBe('gzip');
    await terminateExport(api);
    await expect(buffer(answer)).rejects.toThrow(/aborted/);
  });
});
