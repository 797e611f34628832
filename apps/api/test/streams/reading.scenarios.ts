import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { readersOfTests } from '../support/event-stream-reader';
import { CANDLES } from '../support/hourly-candles';
import { type Replica, startReplica } from '../support/replica';
import { sendRaw } from '../support/raw-request';
import { type RunningApi, startApi } from '../support/running-api';
import { appendMinutes, inMinute, newSymbol, postCandle } from '../support/stream-candles';
import { tokenFor } from '../support/token';
import { until } from '../support/until';

const STREAM = '/api/v1/streams/ohlcv';

describe('streams of candles', () => {
  let api: RunningApi;
  let other: Replica;
  const openReader = readersOfTests();
  beforeAll(async () => {
    api = await startApi();
    other = await startReplica();
  });
  afterAll(async () => {
    await other.application.close();
    await api.stop();
  });

  const series = (symbol: string) => ({ exchange: 'binance', symbol, interval: '1m' });
  const store = (symbol: string, minute: number, close: string) => postCandle(api, { symbol, minute, close });
  const open = (symbol: string, lastEventId?: string, url = api.url) =>
    openReader(url, series(symbol), { lastEventId });
  const storeMinutes = async (symbol: string, count: number) => {
    for (let minute = 0; minute < count; minute++) await store(symbol, minute, `${minute + 1}`);
  };

  describe('before a stream opens', () => {
    it.each([
      '',
      '?exchange=binance',
      '?symbol=A',
      '?exchange=a&symbol=b&interval=7m',
      '?exchange=&symbol=b',
    ])('answers 422 to the query "%s"', async (query) => {
      const answer = await api.get(`${STREAM}${query}`);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ detail: expect.any(String), errors: expect.any(Array) });
    });

    it.each([
      'x',
      '1',
      '1.',
      '.1',
      '1.2.',
      '1.2.3.4',
      '1.2.999999999999999',
      '-1.2',
      '1e3.2',
      '999999999999999.0',
      ' 1 . 2',
    ])('answers 422 to the Last-Event-ID "%s"', async (id) => {
      const answer = await api.get(`${STREAM}?exchange=a&symbol=b`).set('last-event-id', id);
      expect(answer.status).toBe(422);
      expect(answer.body.errors[0].field).toBe('Last-Event-ID');
    });

    it('answers 401 without a token', async () => {
      expect((await api.anonymous().get(`${STREAM}?exchange=a&symbol=b`)).status).toBe(401);
      expect((await api.anonymous().get('/api/v1/streams/active')).status).toBe(401);
    });

    it('answers 400 to one that is requested after an unanswered request, and both are answered', async () => {
      const head = (path: string) =>
        `GET ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${tokenFor()}\r\n`;
      const first = `${head('/api/v1/strategy-ideas')}\r\n`;
      const second = `${head(`${STREAM}?exchange=a&symbol=b`)}connection: close\r\n\r\n`;
      const { status, body } = await sendRaw(api.url, first + second);
      expect(status).toBe(200);
      expect(body).toContain('HTTP/1.1 400 Bad Request');
    });

    it('answers HEAD without opening one', async () => {
      const answer = await fetch(`${api.url}${STREAM}?exchange=a&symbol=b`, {
        method: 'HEAD',
        headers: { authorization: `Bearer ${tokenFor()}` },
      });
      expect([answer.status, await answer.text()]).toEqual([200, '']);
    });
  });

  it('begins with the last stored candle, digit for digit, and how long to wait before coming back', async () => {
    const symbol = newSymbol();
    await store(symbol, 0, '1');
    await store(symbol, 1, '100.50');
    const reader = await open(symbol);
    await reader.close('100.50');
    expect(reader.retry).toBe(3000);
    expect(reader.events).toHaveLength(1);
    const [{ event, id, data }] = reader.events;
    expect(event).toBe('kline');
    expect(id).toMatch(new RegExp(`^${Date.parse(inMinute(1))}\\.\\d{13}$`));
    expect(JSON.parse(data)).toEqual({
      event: 'kline',
      symbol,
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        ...series(symbol),
        open_time: inMinute(1),
        open: '1',
        high: '1000000',
        low: '0.1',
        close: '100.50',
        volume: '1.0',
        is_closed: true,
      },
    });
  });

  it('has the interval 1m where none is given', async () => {
    const symbol = newSymbol();
    await store(symbol, 0, '5');
    const reader = await openReader(api.url, { exchange: 'binance', symbol });
    expect(await reader.close('5')).toMatchObject({ interval: '1m' });
  });

  it('publishes a write on another replica, on every stream of the series and on no other', async () => {
    const symbol = newSymbol();
    await store(symbol, 0, '1');
    const there = await Promise.all([open(symbol, undefined, other.url), open(symbol, undefined, other.url)]);
    const here = await open(symbol);
    const apart = await open(newSymbol(), undefined, other.url);
    await Promise.all([...there, here].map((reader) => reader.close('1')));
    await store(symbol, 1, '2');
    for (const reader of [...there, here]) await reader.close('2');
    expect(apart.events).toEqual([]);
  });

  it('stays quiet until a series exists, and publishes its first candle', async () => {
    const symbol = newSymbol();
    const reader = await open(symbol);
    await store(symbol, 0, '1');
    expect(await reader.close('1')).toMatchObject({ open_time: inMinute(0) });
    await store(symbol, 1, '2');
    await reader.close('2');
  });

  it('publishes states in the order of the writes when many write one candle at once', async () => {
    const symbol = newSymbol();
    await store(symbol, 0, '1');
    const reader = await open(symbol, undefined, other.url);
    await reader.close('1');
    await Promise.all(Array.from({ length: 30 }, (_, n) => store(symbol, 0, `${n + 100}`)));
    const stored = await api.get(`${CANDLES}?symbol=${encodeURIComponent(symbol)}&size=1`);
    const last = stored.body.items[0].close as string;
    await until('the last published is the last stored', () => reader.klines.at(-1)?.close === last);
    await store(symbol, 1, '999');
    await reader.close('999');
    expect(reader.klines.at(-2)!.close).toBe(last);
  });

  describe('a stream that was cut', () => {
    it('resumes with what came and what was corrected meanwhile, and with nothing else', async () => {
      const symbol = newSymbol();
      await storeMinutes(symbol, 10);
      // Corrections of the last seconds come again: what happened here is to be older than that.
      await api.database.query(`update late_writes set written_at = written_at - interval '1 minute'`);
      const before = await open(symbol);
      await before.close('10');
      before.cut();
      await store(symbol, 10, '11');
      await store(symbol, 3, '44');
      const after = await open(symbol, before.lastEventId);
      await after.close('11');
      expect(after.klines.map(({ open_time, close }) => [open_time, close])).toEqual([
        [inMinute(3), '44'],
        [inMinute(9), '10'],
        [inMinute(10), '11'],
      ]);
    });

    it('does not fetch history again because its last event was a late correction', async () => {
      const symbol = newSymbol();
      await storeMinutes(symbol, 10);
      const before = await open(symbol);
      await before.close('10');
      await store(symbol, 2, '33');
      await before.close('33');
      expect(before.lastEventId.split('.')[0]).toBe(`${Date.parse(inMinute(9))}`);
      before.cut();
      const after = await open(symbol, before.lastEventId);
      await after.close('10');
      expect(after.klines.map(({ close }) => close)).toEqual(['33', '10']);
    });

    it('that was quiet because nothing was stored gets all that came meanwhile', async () => {
      const symbol = newSymbol();
      const before = await open(symbol);
      await until('an id', () => before.lastEventId !== '');
      expect([before.lastEventId, before.events]).toEqual(['0.0', []]);
      before.cut();
      await storeMinutes(symbol, 3);
      const after = await open(symbol, before.lastEventId);
      await after.close('3');
      expect(after.klines.map(({ close }) => close)).toEqual(['1', '2', '3']);
    });

    it('is reset, with the query to send, where it missed more than 10,000 candles, and goes on live', async () => {
      const symbol = newSymbol();
      await store(symbol, 0, '1');
      const before = await open(symbol);
      await before.close('1');
      before.cut();
      await appendMinutes(api.database, symbol, 10_001);
      const after = await open(symbol, before.lastEventId);
      const { data } = await after.event('reset');
      const body = { ...series(symbol), start: inMinute(0) };
      expect(JSON.parse(data)).toMatchObject({
        event: 'reset',
        symbol,
        data: {
          ...series(symbol),
          from: inMinute(0),
          query: { method: 'POST', path: `${CANDLES}/query`, body },
        },
      });
      const answer = await api.post(`${CANDLES}/query`, { ...body, limit: 2 });
      expect((answer.body as { close: string }[]).map(({ close }) => close)).toEqual(['1', '1']);
      await after.close('10001');
      expect(after.events).toHaveLength(2);
      await store(symbol, 10_002, '10002');
      await after.close('10002');
    });

    it('is reset, with the query to send, where corrections are no longer recorded', async () => {
      const symbol = newSymbol();
      await store(symbol, 0, '1');
      await store(symbol, 1, '2');
      const eightDaysAgo = Date.now() - 8 * DAY_MILLISECONDS;
      const after = await open(symbol, `${Date.parse(inMinute(1))}.${eightDaysAgo}`);
      const { data } = await after.event('reset');
      expect(JSON.parse(data).data.from).toBe(inMinute(0));
      await after.close('2');
    });
  });
});
