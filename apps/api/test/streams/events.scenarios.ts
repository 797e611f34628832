import { readFileSync } from 'node:fs';
import { DataSource } from 'typeorm';
import { CandleIngest } from '#domain/market-data/ingest/candle-ingest';
import { EventRetention } from '#domain/events/event-retention';
import { Shutdown } from '#platform/shutdown/shutdown';
import { EventStreamReader } from '../support/event-stream-reader';
import { expectDeclaredEvents } from '../support/expect-declared-events';
import { expectError } from '../support/expect-error';
import { type Replica, startReplica } from '../support/replica';
import { type RunningApi, startApi } from '../support/running-api';
import { candle, inMinute, newSymbol } from '../support/stream-candles';
import { tokenFor } from '../support/token';
import { until } from '../support/until';
import { socketsOfTests } from '../support/web-socket-client';

interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const EVENTS = '/api/v1/events';

describe('streams of events', () => {
  let api: RunningApi;
  let other: Replica;
  const readers: EventStreamReader[] = [];
  const openSocket = socketsOfTests();
  beforeAll(async () => {
    api = await startApi();
    other = await startReplica();
  });
  afterEach(() => {
    for (const reader of readers) reader.cut();
    expectDeclaredEvents(readers.splice(0));
  });
  afterAll(async () => {
    await other.application.close();
    await api.stop();
  });

  const open = async (
    query: Readonly<Record<string, string>> = {},
    { url = api.url, ...options }: { url?: string; lastEventId?: string; token?: string; most?: number } = {},
  ) => {
    const reader = await EventStreamReader.openAt(
      `${url}${EVENTS}?${new URLSearchParams(query).toString()}`,
      options,
    );
    readers.push(reader);
    return reader;
  };
  const write = (symbol: string, minute: number, close: string, application = api.application) =>
    application
      .get(CandleIngest, { strict: false })
      .ingest({ exchange: 'test', symbol, interval: '1m' }, [candle(minute, close)], { allowOutliers: true });
  const envelopes = (reader: EventStreamReader) =>
    reader.events.map(({ data }) => JSON.parse(data) as Envelope);
  /** Of candles: the kind, the minute and the close. */
  const shortly = (reader: EventStreamReader) =>
    envelopes(reader).map(({ type, data }) => [type, data.open_time, data.close]);
  const received = (reader: EventStreamReader, count: number) =>
    until(`${count} events`, () => reader.events.length >= count && reader.events);

  it('are described by the AsyncAPI document, for anybody', async () => {
    const { status, headers, body } = await api.anonymous().get('/asyncapi.json');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toEqual(JSON.parse(readFileSync('asyncapi.json', 'utf8')));
  });

  it('send what is written from then on, as CloudEvents named by their kind', async () => {
    const symbol = newSymbol();
    await write(symbol, 0, '1');
    await until('it is numbered', async () => {
      const { rows } = await api.database.query('select from events where position is null');
      return rows.length === 0;
    });
    const reader = await open({ symbol });
    expect(await until('a position', () => reader.lastEventId || undefined)).toMatch(/^\d+$/);
    await api.post('/api/v1/market-data/candlesticks', {
      exchange: 'test',
      symbol,
      interval: '1m',
      open_time: inMinute(1),
      open: '1.0',
      high: '2.50',
      low: '0.5',
      close: '2.00',
      volume: '7',
    });
    const [{ event, id, data }] = await received(reader, 1);

    expect(reader.retry).toBe(3_000);
    expect(event).toBe('candle.closed');
    expect(id).toMatch(/^\d+$/);
    // CloudEvents 1.0.2, JSON format.
    expect(JSON.parse(data)).toMatchObject({
      specversion: '1.0',
      type: 'candelabra.candle.closed',
      source: '/candelabra/default',
      subject: `test/${encodeURIComponent(symbol)}/1m`,
      datacontenttype: 'application/json',
      data: { symbol, open_time: inMinute(1), open: '1.0', high: '2.50', close: '2.00', volume: '7' },
    });
    await write(symbol, 1, '3');
    expect((await received(reader, 2))[1].event).toBe('candle.corrected');
  });

  it('hold what is wanted alone', async () => {
    const [symbol, another] = [newSymbol(), newSymbol()];
    const corrected = await open({ kind: 'candle.corrected,gap.found', exchange: 'test', symbol });
    const elsewhere = await open({ exchange: 'elsewhere' });
    for (const close of ['1', '2']) {
      await write(another, 0, close);
      await write(symbol, 0, close);
    }
    await received(corrected, 1);
    await write(symbol, 0, '3');
    await received(corrected, 2);

    expect(shortly(corrected)).toEqual([
      ['candelabra.candle.corrected', inMinute(0), '2'],
      ['candelabra.candle.corrected', inMinute(0), '3'],
    ]);
    expect(elsewhere.events).toEqual([]);
  });

  it('go on after the last event received, on another replica, with nothing lost or out of order', async () => {
    const symbol = newSymbol();
    const first = await open({ symbol }, { most: 10 });
    await until('a position', () => first.lastEventId || undefined);
    const closes = Array.from({ length: 60 }, (_, n) => `${n + 1}`);
    for (const [n, close] of closes.slice(0, 30).entries()) {
      await write(symbol, n % 4, close, [api, other][n % 2].application);
    }
    await until('it is cut', () => first.isClosed);
    const second = await open({ symbol }, { url: other.url, lastEventId: first.lastEventId });
    for (const [n, close] of closes.slice(30).entries()) {
      await write(symbol, n % 4, close, [api, other][n % 2].application);
    }
    await received(second, 50);

    expect([...shortly(first), ...shortly(second)].map(([, , close]) => close)).toEqual(closes);
    const ids = [...first.events, ...second.events].map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  it('send the candles of a commit under one id, which the last of them has', async () => {
    const symbol = newSymbol();
    const reader = await open({ symbol });
    const before = await until('a position', () => reader.lastEventId || undefined);
    const ingest = api.application.get(CandleIngest, { strict: false });
    const minutes = Array.from({ length: 300 }, (_, minute) => minute);
    await ingest.ingest(
      { exchange: 'test', symbol, interval: '1m' },
      minutes.map((minute) => candle(minute, '1')),
    );
    await received(reader, 300);

    const ids = reader.events.map(({ id }) => id);
    expect(new Set(ids.slice(0, -1))).toEqual(new Set([before]));
    expect(Number(ids.at(-1))).toBeGreaterThan(Number(before));
    expect(new Set(envelopes(reader).map(({ id }) => id)).size).toBe(300);
    // Cut in the middle, a client gets the whole commit again, with the same ids.
    const again = await open({ symbol }, { lastEventId: before });
    await received(again, 300);
    expect(envelopes(again)).toEqual(envelopes(reader));
  });

  it('begin with `reset` where what was missed is not kept any more', async () => {
    const symbol = newSymbol();
    const reader = await open({ symbol });
    const known = await until('a position', () => reader.lastEventId || undefined);
    for (const close of ['1', '2', '3']) await write(symbol, 0, close);
    await received(reader, 3);
    const limits = { eventsKeptHours: 24, eventsKeptRows: 1, eventsKeptMegabytes: 1_000 };
    const dataSource = api.application.get(DataSource, { strict: false });
    await new EventRetention(dataSource, limits).deleteOld();
    const later = await open({ symbol }, { lastEventId: known, url: other.url });
    await received(later, 2);

    const [reset, kept] = later.events;
    expect(reset.event).toBe('reset');
    expect(JSON.parse(reset.data)).toMatchObject({
      event: 'reset',
      data: { last_event_id: known, position: Number(reader.lastEventId) - 1 },
    });
    expect((JSON.parse(kept.data) as Envelope).data.close).toBe('3');
  });

  it.each([
    [{ kind: 'candle' }, undefined, 'kind'],
    [{ kind: 'candle.closed,' }, undefined, 'kind'],
    [{ colour: 'red' }, undefined, 'colour'],
    [{}, 'abc', 'Last-Event-ID'],
    [{}, '-1', 'Last-Event-ID'],
    [{}, '1.2', 'Last-Event-ID'],
    [{}, '1'.repeat(16), 'Last-Event-ID'],
  ])('are refused with %o and the id %s', async (query, lastEventId, field) => {
    const request = api.get(EVENTS).query(query);
    const response = await (lastEventId ? request.set('last-event-id', lastEventId) : request);
    expectError(response, 422, new RegExp(field));
  });

  it('need a token', async () => {
    expect((await api.anonymous().get(EVENTS)).status).toBe(401);
  });

  it('are listed with the streams of candles, of all replicas', async () => {
    const symbol = newSymbol();
    const { url } = other;
    await open({ symbol }, { url });
    readers.push(await EventStreamReader.open(url, { exchange: 'test', symbol, interval: '1m' }));
    await (await openSocket(url)).subscribe([`test:${symbol}`], ['kline_1h']);
    const listed = await until('all are listed', async () => {
      const { body } = await api.get('/api/v1/streams/active');
      const { streams } = body as { streams: { symbol: string | null }[] };
      const found = streams.filter((stream) => stream.symbol === symbol);
      return found.length === 3 && found;
    });
    expect(listed).toMatchObject([
      { type: 'sse', exchange: null, symbol, interval: null },
      { type: 'sse', exchange: 'test', symbol, interval: '1m' },
      { type: 'websocket', exchange: 'test', symbol, interval: '1h' },
    ]);
  });

  it('share the slots of a subject with other streams, and end with the process', async () => {
    const small = await startReplica({ STREAMS_PER_TOKEN: '1' });
    const token = tokenFor({ sub: 'small' });
    const reader = await open({}, { url: small.url, token });
    const refused = await fetch(`${small.url}/api/v1/streams/ohlcv?exchange=test&symbol=A`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(refused.status).toBe(429);
    small.application.get(Shutdown).begin();
    expect(await reader.event('shutdown')).toBeDefined();
    await until('it ends', () => reader.isClosed);
    await small.application.close();
  });
});
