import { readMetric } from '../support/read-metric';
import { type RunningApi, startApi } from '../support/running-api';
import { ingestMinutes, newSymbol } from '../support/stream-candles';
import { until } from '../support/until';
import { type SocketClient, socketsOfTests } from '../support/web-socket-client';

/** A frame as a client must send it, masked (RFC 6455, 5.2), unless its length is only claimed. */
const maskedFrame = (firstByte: number, payload: Buffer) =>
  Buffer.concat([Buffer.from([firstByte, 0x80 | payload.length, 0, 0, 0, 0]), payload]);

describe('messages to WebSockets', () => {
  let api: RunningApi;
  const openSocket = socketsOfTests();
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const write = (symbol: string, close: string, count?: number) =>
    ingestMinutes(api.application, { symbol, close, count });
  const metric = (pattern: RegExp) => readMetric(api, pattern);
  const openStreams = () => metric(/^streams_open (\d+)/m);
  const rawSocketOf = ({ socket }: SocketClient) =>
    (socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket;

  describe('with messages that are none', () => {
    it.each([
      ['no JSON', '{', 4400],
      ['nothing', '', 4400],
      ['a list', '[]', 4400],
      ['null', 'null', 4400],
      ['a text', '"ping"', 4400],
      ['JSON with more after it', '{"action":"ping"} {}', 4400],
      ['a message of 64 KiB and a byte', ' '.repeat(65_537), 1009],
      ['a message of 1 MB', ' '.repeat(1_000_000), 1009],
    ])('answer %s, then close', async (_, text, code) => {
      const client = await openSocket(api.url);
      client.send({ action: 'ping' });
      client.send(text);
      client.send({ action: 'ping' });
      expect((await client.closing()).code).toBe(code);
      expect(client.messages.map(({ event }) => event)).toEqual(['pong', 'error']);
      expect(client.messages[1].detail).toEqual(expect.any(String));
    });

    it.each([
      ['binary data', (client: SocketClient) => client.socket.send(Buffer.from('{"action":"ping"}')), 1003],
      [
        'text that is not UTF-8',
        (client: SocketClient) =>
          client.socket.send(Buffer.from([0x22, 0xc3, 0x28, 0x22]), { binary: false }),
        1007,
      ],
      [
        'parts of a message that are over 64 KiB together',
        ({ socket }: SocketClient) => {
          socket.send(' '.repeat(40_000), { fin: false });
          socket.send(' '.repeat(40_000), { fin: true });
        },
        1009,
      ],
      [
        'a message of more than 1,024 parts, which would cost far more than its bytes',
        ({ socket }: SocketClient) => {
          for (let part = 0; part < 1_025; part++) socket.send(' ', { fin: false });
        },
        1008,
      ],
      [
        'a frame that is not masked',
        (client: SocketClient) => rawSocketOf(client).write(Buffer.from([0x81, 2, 0x7b, 0x7d])),
        1002,
      ],
      [
        'a frame of no known kind',
        (client: SocketClient) => rawSocketOf(client).write(maskedFrame(0x83, Buffer.from('{}'))),
        1002,
      ],
    ])('answer %s, then close', async (_, send, code) => {
      const client = await openSocket(api.url);
      send(client);
      expect((await client.closing()).code).toBe(code);
      expect(client.messages.map(({ event }) => event)).toEqual(['error']);
    });

    it('read a message of 64 KiB', async () => {
      const client = await openSocket(api.url);
      expect((await client.request('{"action":"ping"}'.padEnd(65_536))).event).toBe('pong');
    });
  });

  it.each<[string, object, string]>([
    ['no action', {}, 'action'],
    ['an action that there is not', { action: 'buy' }, 'action'],
    ['an action that is no text', { action: ['ping'] }, 'action'],
    ['no symbols', { action: 'subscribe', channels: ['ticker'] }, 'symbols'],
    ['an empty list of symbols', { action: 'subscribe', symbols: [], channels: ['ticker'] }, 'symbols'],
    ['symbols that are no list', { action: 'subscribe', symbols: 'A', channels: ['ticker'] }, 'symbols'],
    [
      'an empty symbol',
      { action: 'subscribe', symbols: ['A', 'binance:'], channels: ['ticker'] },
      'symbols.1',
    ],
    ['an empty exchange', { action: 'subscribe', symbols: [':A'], channels: ['ticker'] }, 'symbols.0'],
    [
      'a symbol too long',
      { action: 'subscribe', symbols: ['A'.repeat(129)], channels: ['ticker'] },
      'symbols.0',
    ],
    ['a control character', { action: 'subscribe', symbols: ['A\u0000'], channels: ['ticker'] }, 'symbols'],
    ['half a surrogate pair', { action: 'subscribe', symbols: ['\ud800'], channels: ['ticker'] }, 'symbols'],
    ['no channels', { action: 'unsubscribe', symbols: ['A'] }, 'channels'],
    [
      'an interval that there is not',
      { action: 'subscribe', symbols: ['A'], channels: ['kline_7m'] },
      'channels',
    ],
    [
      'a field that there is not',
      { action: 'subscribe', symbols: ['A'], channels: ['ticker'], from: '1' },
      'from',
    ],
    ['an inherited name', { action: 'ping', constructor: 1 }, 'constructor'],
    [
      'an id that is none',
      { action: 'subscribe', symbols: ['A'], channels: ['kline_1m'], since: '1' },
      'since',
    ],
    [
      'an id with several symbols',
      { action: 'subscribe', symbols: ['A', 'B'], channels: ['kline_1m'], since: '0.0' },
      'since',
    ],
    [
      'an id with several channels',
      { action: 'subscribe', symbols: ['A'], channels: ['kline_1m', 'kline_1h'], since: '0.0' },
      'since',
    ],
    [
      'an id with a ticker',
      { action: 'subscribe', symbols: ['A'], channels: ['ticker'], since: '0.0' },
      'since',
    ],
    [
      '1,001 subscriptions',
      {
        action: 'subscribe',
        symbols: Array.from({ length: 1_001 }, (_, n) => `S${n}`),
        channels: ['ticker'],
      },
      'symbols',
    ],
    [
      '1,001 subscriptions by several channels',
      {
        action: 'subscribe',
        symbols: Array.from({ length: 91 }, (_, n) => `S${n}`),
        channels: ['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d'].map(
          (i) => `kline_${i}`,
        ),
      },
      'symbols',
    ],
  ])('answer %s with an error that names the field, and go on', async (_, message, field) => {
    const client = await openSocket(api.url);
    const { event, code, errors, detail } = await client.request(message);
    expect([event, code, errors!.map((each) => each.field)]).toEqual(['error', 'INVALID_PARAMETER', [field]]);
    expect(detail).toContain(field);
    expect((await client.request({ action: 'ping' })).event).toBe('pong');
    expect(await openStreams()).toBe(0);
  });

  it('answer an id for what is subscribed already with an error', async () => {
    const client = await openSocket(api.url);
    const subscription = { action: 'subscribe', symbols: ['A'], channels: ['kline_1m'] };
    for (const event of ['subscribed', 'subscribed']) {
      expect((await client.request(subscription)).event).toBe(event);
    }
    expect(await openStreams()).toBe(1);
    expect((await client.request({ ...subscription, since: '0.0' })).errors![0].field).toBe('since');
  });

  it('subscribe 1,000 symbols by one message, which all are followed', async () => {
    const prefix = newSymbol();
    const symbols = Array.from({ length: 1_000 }, (_, n) => `${prefix}${n}`);
    const client = await openSocket(api.url);
    const { subscriptions } = await client.subscribe(symbols, ['kline_1m']);
    expect(subscriptions!.map(({ symbol }) => symbol)).toEqual(symbols);
    expect(await openStreams()).toBe(1_000);
    for (const n of [0, 500, 999]) await write(symbols[n], `${n + 1}`);
    for (const n of [0, 500, 999]) expect((await client.close(`${n + 1}`)).symbol).toBe(symbols[n]);
    const answer = await client.request({ action: 'unsubscribe', symbols, channels: ['kline_1m'] });
    expect(answer.subscriptions).toHaveLength(1_000);
    expect(await openStreams()).toBe(0);
  });

  it('answer 1,000 messages that come at once, each in its order', async () => {
    const client = await openSocket(api.url);
    const symbol = (n: number) => `M${n % 7}`;
    for (let n = 0; n < 1_000; n++) {
      const action = n % 2 === 0 ? 'subscribe' : 'unsubscribe';
      client.send({ action, symbols: [symbol(n)], channels: ['kline_1m'] });
    }
    await until('all are answered', () => client.messages.length === 1_000);
    client.messages.forEach(({ event, subscriptions }, n) => {
      const expected = [n % 2 === 0 ? 'subscribed' : 'unsubscribed', symbol(n)];
      if (event !== expected[0] || subscriptions![0].symbol !== expected[1]) throw new Error(`Message ${n}`);
    });
  });
});
