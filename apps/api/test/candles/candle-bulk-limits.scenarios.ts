import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { CANDLES, newSymbol } from '../support/hourly-candles';
import { type RunningApi, startApi } from '../support/running-api';
import { minuteLine, minuteLines, openRequest, openUpload, writeTo } from '../support/uploads';

const IDLE_SECONDS = 1;

describe('the limits of POST candlesticks/bulk', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi(() => ({
      REQUEST_TIMEOUT_SECONDS: '1',
      UPLOAD_IDLE_SECONDS: String(IDLE_SECONDS),
    }));
  });
  afterAll(() => api.stop());

  const countStored = async (symbol: string) => {
    const { rows } = await api.database.query<{ count: number }>(
      `select count(*)::int as count from candlesticks join series on series.id = series_id where symbol = $1`,
      [symbol],
    );
    return rows[0].count;
  };

  const upload = (body: string | Buffer, headers = {}) => {
    const { sending, answered } = openUpload(api.url, headers);
    sending.end(body);
    return answered;
  };

  it('takes a body that comes slowly, which another route answers 408', async () => {
    const symbol = newSymbol();
    const slow = openUpload(api.url);
    const other = openRequest(`${api.url}${CANDLES}/query`, { 'content-type': 'application/json' });
    void writeTo(other.sending, '{"symbol":');
    // Three times as long as the limit of other requests; it never pauses for its own.
    for (let index = 0; index < 12; index++) {
      await writeTo(slow.sending, minuteLine(symbol, index));
      await delay((IDLE_SECONDS * 1000) / 4);
    }
    slow.sending.end();
    const late = await other.answered;
    expect([late.status, late.headers.connection, late.body.detail]).toEqual([
      408,
      'close',
      'The body did not arrive within 1 seconds',
    ]);
    expect(await slow.answered).toMatchObject({ status: 200, body: { received: 12, inserted: 12 } });
  });

  it('has no limit of Node’s for a whole request, and keeps the one for its headers', () => {
    expect(api.application.getHttpServer()).toMatchObject({ requestTimeout: 0, headersTimeout: 60_000 });
  });

  it('ends the connection of a body that goes on after its answer', async () => {
    const { sending, answered } = openRequest(`${api.url}${CANDLES}`, {
      'content-type': 'application/json',
      authorization: '',
    });
    sending.on('error', () => undefined);
    await writeTo(sending, '{');
    expect((await answered).status).toBe(401);
    await once(sending, 'close');
  });

  it.each<Record<string, string>>([{}, { 'content-encoding': 'gzip' }])(
    'answers 408 to a body that pauses, and says how far it came (%j)',
    async (headers) => {
      const symbol = newSymbol();
      const { sending, answered } = openUpload(api.url, headers);
      const lines = minuteLines(symbol, 700);
      await writeTo(sending, 'content-encoding' in headers ? gzipSync(lines).subarray(0, -20) : lines);
      const { status, headers: answered408, body } = await answered;
      expect([status, answered408.connection, body.detail]).toEqual([
        408,
        'close',
        expect.stringMatching(/^The body brought nothing for 1 seconds; its lines up to \d+ are dealt with/),
      ]);
      const [, stored] = /\((\d+) inserted/.exec(body.detail)!;
      expect(await countStored(symbol)).toBe(Number(stored));
      expect(Number(stored)).toBeGreaterThan(500);
    },
  );

  it('does not count the time for which the client waits for the service', async () => {
    const symbol = newSymbol();
    const locker = await api.database.connect();
    const { sending, answered } = openUpload(api.url);
    await locker.query('begin');
    await locker.query('lock table series in access exclusive mode');
    sending.end(minuteLines(symbol, 45_000));
    await delay(IDLE_SECONDS * 2_000);
    await locker.query('rollback');
    locker.release();
    expect(await answered).toMatchObject({ status: 200, body: { inserted: 45_000 } });
  });

  it('stops a body that unpacks to more than a hundred times its size, after the first MiB', async () => {
    const symbol = newSymbol();
    const first = minuteLines(symbol, 10);
    const bomb = gzipSync(first + '\n'.repeat(20 * 2 ** 20));
    const { status, body } = await upload(bomb, { 'content-encoding': 'gzip' });
    expect([status, body.detail]).toEqual([
      413,
      expect.stringMatching(
        /^The body unpacks to more than 100 times its size; its lines up to 10 are dealt with \(10 inserted/,
      ),
    ]);
    expect(await countStored(symbol)).toBe(10);
    const small = gzipSync(minuteLines(symbol, 1) + '\n'.repeat(2 ** 20 - 1_000));
    expect(small.length).toBeLessThan(10_000);
    expect((await upload(small, { 'content-encoding': 'gzip' })).status).toBe(200);
  });

  it('stops after ten thousand refused lines, stores what came before, and says so', async () => {
    const symbol = newSymbol();
    const refused = '{}\n'.repeat(10_000);
    const most = await upload(minuteLines(symbol, 10) + refused);
    expect(most).toMatchObject({ status: 200, body: { received: 10_010, inserted: 10, refused: 10_000 } });
    const { status, body } = await upload(
      minuteLines(symbol, 20) + refused + '{}\n' + minuteLines(symbol, 5),
    );
    expect([status, body.code, body.detail]).toEqual([
      422,
      'INVALID_PARAMETER',
      expect.stringMatching(
        /^More than 10000 lines break a rule, the first of them line 21: exchange .*; its lines up to 10021 are dealt with \(10 inserted, 0 updated, 10001 refused\)/,
      ),
    ]);
    expect(await countStored(symbol)).toBe(20);
  });

  it('counts lines that only the stored candles refuse', async () => {
    const symbol = newSymbol();
    const wrong = minuteLine(symbol, 1).replace(/"high":"[^"]*"/, '"high":"0.001"');
    const { status, body } = await upload(minuteLine(symbol, 0) + wrong.repeat(10_001));
    expect([status, body.detail]).toEqual([
      422,
      expect.stringContaining('its lines up to 10002 are dealt with'),
    ]);
  });
});
