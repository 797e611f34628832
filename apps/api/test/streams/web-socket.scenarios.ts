import { CLIENT_MESSAGES } from '../../src/streams/web-socket/client-messages.schema';
import { readersOfTests } from '../support/event-stream-reader';
import { readMetric } from '../support/read-metric';
import { type Replica, startReplica } from '../support/replica';
import { type RunningApi, startApi } from '../support/running-api';
import { inMinute, newSymbol, postCandle } from '../support/stream-candles';
import { until } from '../support/until';
import { type SocketClient, socketsOfTests } from '../support/web-socket-client';

describe('WebSockets of market data', () => {
  let api: RunningApi;
  let other: Replica;
  const openSocket = socketsOfTests();
  const openReader = readersOfTests();
  beforeAll(async () => {
    api = await startApi();
    other = await startReplica();
  });
  afterAll(async () => {
    await other.application.close();
    await api.stop();
  });

  const store = (symbol: string, minute: number, close: string, interval?: string) =>
    postCandle(api, { symbol, minute, close, interval });
  const closes = (client: SocketClient) => client.klines.map(({ close }) => close);

  it('answer every message in its order, then send the last stored candle, digit for digit', async () => {
    const symbol = newSymbol();
    await store(symbol, 0, '1');
    await store(symbol, 1, '100.50');
    const client = await openSocket(api.url);
    client.send({ action: 'ping' });
    client.send({
      action: 'subscribe',
      symbols: [`binance:${symbol}`, symbol],
      channels: ['kline_1m', 'kline_1m'],
    });
    client.send({ action: 'unsubscribe', symbols: ['NONE'], channels: ['ticker'] });
    await client.event('unsubscribed');
    expect(client.messages.map(({ event }) => event)).toEqual([
      'pong',
      'subscribed',
      'kline',
      'unsubscribed',
    ]);
    const [, subscribed, kline, unsubscribed] = client.messages;
    expect(subscribed.subscriptions).toEqual([
      { exchange: 'binance', symbol, channel: 'kline_1m', id: expect.stringMatching(/^\d+\.\d+$/) },
    ]);
    expect(kline).toEqual({
      event: 'kline',
      symbol,
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        exchange: 'binance',
        symbol,
        interval: '1m',
        open_time: inMinute(1),
        open: '1',
        high: '1000000',
        low: '0.1',
        close: '100.50',
        volume: '1.0',
        is_closed: true,
      },
      id: subscribed.subscriptions![0].id,
    });
    expect(unsubscribed.subscriptions).toEqual([{ exchange: 'binance', symbol: 'NONE', channel: 'ticker' }]);
  });

  it('send what a stream of server-sent events of the same series sends, with the same ids, on each replica', async () => {
    const symbol = newSymbol();
    await store(symbol, 0, '1');
    const sent: object[][] = [];
    const received: object[][] = [];
    const followers = await Promise.all(
      [api.url, other.url].map(async (url) => {
        const reader = await openReader(url, { exchange: 'binance', symbol, interval: '1m' });
        const sockets = [await openSocket(url), await openSocket(url)];
        for (const client of sockets) await client.subscribe([symbol], ['kline_1m']);
        await reader.close('1');
        return { reader, sockets };
      }),
    );
    const stored = new Map([[inMinute(0), '1']]);
    for (let n = 0; n < 40; n++) {
      const minute = (n * 7) % 11;
      await store(symbol, minute, `${n + 100}`);
      stored.set(inMinute(minute), `${n + 100}`);
    }
    // The newest one is sent last, however it is read.
    await store(symbol, 11, '140');
    stored.set(inMinute(11), '140');
    for (const { reader, sockets } of followers) {
      for (const client of [reader, ...sockets]) await client.close('140');
      const events = reader.events.map(({ id, data }) => ({ ...(JSON.parse(data) as object), id }));
      sent.push(events, events);
      received.push(...sockets.map(({ messages }) => messages.filter(({ event }) => event === 'kline')));
      // A replica that reads the tables, not the notices, sends several commits as one.
      expect(new Map(reader.klines.map(({ open_time, close }) => [open_time, close]))).toEqual(stored);
    }
    expect(received).toEqual(sent);
  });

  it('follow several intervals and symbols on one socket until they are unsubscribed', async () => {
    const [first, second] = [newSymbol(), newSymbol()];
    const client = await openSocket(api.url);
    await client.subscribe([first, second], ['kline_1m', 'kline_1d']);
    await store(first, 0, '1');
    await store(first, 0, '2', '1d');
    await store(second, 0, '3');
    for (const close of ['1', '2', '3']) await client.close(close);
    const { subscriptions } = await client.request({
      action: 'unsubscribe',
      symbols: [first],
      channels: ['kline_1m', 'kline_1d'],
    });
    expect(subscriptions!.map(({ channel }) => channel)).toEqual(['kline_1m', 'kline_1d']);
    await store(first, 1, '4');
    await store(second, 1, '5');
    await client.close('5');
    // Each series has an order of its own.
    expect(closes(client).sort()).toEqual(['1', '2', '3', '5']);
  });

  it('read a slash before a colon as a part of the symbol', async () => {
    const symbol = `${newSymbol()}:USDT`;
    await store(symbol, 0, '1');
    const client = await openSocket(api.url);
    const { subscriptions } = await client.subscribe([symbol, `okx:${symbol}`], ['kline_1m']);
    expect(subscriptions).toMatchObject([
      { exchange: 'binance', symbol },
      { exchange: 'okx', symbol, id: '0.0' },
    ]);
    await client.close('1');
  });

  it('answer each message that is declared of clients', async () => {
    const client = await openSocket(api.url);
    for (const { name, example } of CLIENT_MESSAGES) {
      const { event } = await client.request(example);
      expect([name, event]).toEqual([name, name === 'ping' ? 'pong' : name.replace(/e?$/, 'ed')]);
    }
  });

  it('are listed over all replicas, a subscription each, next to the other streams', async () => {
    const symbol = newSymbol();
    await store(symbol, 0, '1');
    const client = await openSocket(other.url);
    await client.subscribe([symbol], ['kline_1m', 'ticker']);
    const reader = await openReader(api.url, { exchange: 'binance', symbol, interval: '1m' });
    await Promise.all([client.close('1'), client.event('ticker'), reader.close('1')]);
    const record = { exchange: 'binance', symbol, interval: '1m' };
    const listed = async () => {
      const { body } = await api.get('/api/v1/streams/active');
      return (body.streams as { symbol: string; type: string; events_sent: number }[]).filter(
        (stream) => stream.symbol === symbol,
      );
    };
    const streams = await until('all are listed', async () => {
      const found = await listed();
      return found.length === 3 && found.every(({ events_sent }) => events_sent === 1) && found;
    });
    expect(streams.map(({ type }) => type).sort()).toEqual(['sse', 'websocket', 'websocket']);
    for (const stream of streams) expect(stream).toMatchObject(record);
    await client.request({ action: 'unsubscribe', symbols: [symbol], channels: ['ticker'] });
    await until('one is listed less', async () => (await listed()).length === 2);
    client.cut();
    await until('the socket’s are listed no more', async () => (await listed()).length === 1);
  });

  it('are counted: open sockets, events by type, closes by code', async () => {
    const metric = (pattern: RegExp) => readMetric(api, pattern);
    const sent = /stream_events_sent_total\{type="websocket"\} (\d+)/;
    const [openBefore, sentBefore] = [await metric(/websocket_connections_open (\d+)/), await metric(sent)];
    const client = await openSocket(api.url);
    const symbol = newSymbol();
    await store(symbol, 0, '1');
    await client.subscribe([symbol], ['kline_1m']);
    await client.close('1');
    expect(await metric(/websocket_connections_open (\d+)/)).toBe(openBefore + 1);
    expect(await metric(sent)).toBe(sentBefore + 1);
    const closed = /websocket_closes_total\{code="1000"\} (\d+)/;
    const closedBefore = await metric(closed);
    client.socket.close(1000);
    await until('it is counted', async () => (await metric(closed)) === closedBefore + 1);
    expect(await metric(/websocket_connections_open (\d+)/)).toBe(openBefore);
  });
});
