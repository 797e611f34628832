import { Shutdown } from '#platform/shutdown/shutdown';
import { openUntilExpiry } from '../support/expiring-token';
import { captureLog } from '../support/captured-log';
import { EventStreamReader } from '../support/event-stream-reader';
import { type ProxiedApi, startProxiedApi } from '../support/proxied-api';
import { readMetric } from '../support/read-metric';
import { type Replica, startReplica } from '../support/replica';
import { ingestMinutes, newSymbol } from '../support/stream-candles';
import { tokenFor } from '../support/token';
import { until } from '../support/until';
import { HandshakeRefused, type SocketClient, socketsOfTests } from '../support/web-socket-client';

describe('WebSockets and their ends', () => {
  let api: ProxiedApi;
  const openSocket = socketsOfTests();
  beforeAll(async () => {
    api = await startProxiedApi();
  });
  afterAll(() => api.stop());

  const write = (symbol: string, close: string, count?: number) =>
    ingestMinutes(api.application, { symbol, close, count });
  const metric = (pattern: RegExp) => readMetric(api, pattern);
  const closedSlow = () => metric(/websocket_closes_total\{code="4429"\} (\d+)/);
  const streamsClosedSlow = () => metric(/streams_ended_total\{reason="slow"\} (\d+)/);
  const openStreams = () => metric(/^streams_open (\d+)/m);

  it('are closed where the client never reads, whatever it sends, while others are served', async () => {
    const symbol = newSymbol();
    // The counters are of the process, in which other applications have closed streams before.
    const [before, closedBefore] = [await closedSlow(), await streamsClosedSlow()];
    const [stalled, other] = [await openSocket(api.url), await openSocket(api.url)];
    for (const client of [stalled, other]) await client.subscribe([symbol], ['kline_1m']);
    const pinging = await openSocket(api.url);
    for (const { socket } of [stalled, pinging]) socket.pause();
    // The system's buffers take some megabytes before anything stays with us: of answers, and of pongs.
    const symbols = Array.from({ length: 1_000 }, (_, n) => `${n}`);
    for (let n = 0; n < 200; n++) stalled.send({ action: 'unsubscribe', symbols, channels: ['ticker'] });
    let written = 0;
    await until('both are closed', async () => {
      for (let n = 0; n < 10_000 && pinging.socket.bufferedAmount < 1_000_000; n++) {
        pinging.socket.ping(Buffer.alloc(125));
      }
      await write(symbol, `${++written}`);
      await other.close(`${written}`);
      return (await closedSlow()) === before + 2;
    });
    expect(await streamsClosedSlow()).toBe(closedBefore + 1);
    await write(symbol, '7777');
    await other.close('7777');
    expect(other.closed).toBeUndefined();
    expect(await openStreams()).toBe(1);
  });

  it('close with 4401 when the token ends, and say so', async () => {
    const { opened: client, expiresAt } = await openUntilExpiry((token) => openSocket(api.url, { token }));
    expect((await client.closing()).code).toBe(4401);
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt);
    expect(client.messages).toEqual([{ event: 'expired', detail: 'The token has expired' }]);
  });

  it('answer a subscription with an error while the database is away, and go on', async () => {
    const symbol = newSymbol();
    const client = await openSocket(api.url);
    await api.proxy.cut();
    const subscribe = { action: 'subscribe', symbols: [symbol, 'B'], channels: ['kline_1m', 'ticker'] };
    expect(await client.request(subscribe)).toMatchObject({ event: 'error', code: 'SERVICE_UNAVAILABLE' });
    await api.proxy.restore();
    await until('it is subscribed', async () => (await client.request(subscribe)).event === 'subscribed');
    await write(symbol, '5');
    await client.close('5');
  });

  describe('on a replica with little room and little patience', () => {
    let small: Replica;
    beforeAll(async () => {
      small = await startReplica({
        STREAMS_PER_TOKEN: '2',
        STREAMS_PER_REPLICA: '3',
        WEBSOCKET_PING_SECONDS: '1',
        WEBSOCKET_IDLE_SECONDS: '2',
      });
    });
    afterAll(() => small.application.close());

    const refusal = (sub: string) =>
      openSocket(small.url, { token: tokenFor({ sub }) }).then(
        () => undefined,
        (error: unknown) => (error as HandshakeRefused).status,
      );

    it('close with 4429 beyond the subject’s limit, which counts streams of both kinds, and are refused with 429', async () => {
      const token = tokenFor({ sub: 'first' });
      const client = await openSocket(small.url, { token });
      // The first subscription needs no more room than the socket.
      await client.subscribe(['A'], ['kline_1m']);
      const query = { exchange: 'binance', symbol: 'A' };
      const reader = await EventStreamReader.open(small.url, query, { token });
      expect(await refusal('first')).toBe(429);
      const error = await client.request({ action: 'subscribe', symbols: ['B'], channels: ['ticker'] });
      expect(error).toMatchObject({ event: 'error', code: 'RATE_LIMIT_EXCEEDED' });
      expect((await client.closing()).code).toBe(4429);
      reader.cut();
      const again = await until('there is room again', () =>
        openSocket(small.url, { token }).catch(() => undefined),
      );
      await until('all of it', async () => {
        const { event } = await again.request({
          action: 'subscribe',
          symbols: ['A', 'B'],
          channels: ['ticker'],
        });
        return event === 'subscribed';
      });
      await again.request({ action: 'unsubscribe', symbols: ['A'], channels: ['ticker'] });
      const further = await openSocket(small.url, { token });
      for (const each of [again, further]) each.cut();
    });

    it('are refused with 503 beyond the replica’s limit', async () => {
      const clients: SocketClient[] = [];
      for (const sub of ['a', 'b', 'c']) {
        const token = tokenFor({ sub });
        const client = await until('there is room', () =>
          openSocket(small.url, { token }).catch(() => undefined),
        );
        clients.push(client);
        await client.subscribe(['A'], ['kline_1m']);
      }
      expect(await refusal('d')).toBe(503);
      const answer = await clients[0].request({
        action: 'subscribe',
        symbols: ['B'],
        channels: ['kline_1m'],
      });
      expect(answer).toMatchObject({ event: 'error', code: 'SERVICE_UNAVAILABLE' });
      expect((await clients[0].request({ action: 'ping' })).event).toBe('pong');
    });

    it('close with 4408 where nothing is subscribed, or a ping is not answered, and no other', async () => {
      const open = (sub: string, autoPong = true) =>
        until('there is room', () =>
          openSocket(small.url, { token: tokenFor({ sub }), autoPong }).catch(() => undefined),
        );
      const [idle, dead, live] = [await open('idle'), await open('dead', false), await open('live')];
      let pings = 0;
      live.socket.on('ping', () => pings++);
      for (const client of [dead, live]) await client.subscribe(['A'], ['kline_1m']);
      expect((await dead.closing()).code).toBe(4408);
      expect((await idle.closing()).code).toBe(4408);
      expect([idle, dead].map(({ messages }) => messages.at(-1)!.event)).toEqual(['idle', 'idle']);
      await until('several pings', () => pings >= 3);
      expect(live.closed).toBeUndefined();
    });
  });

  it('close with 1001 when the server stops, which does not wait for those that do not read', async () => {
    const stopping = await startReplica();
    const clients = await Promise.all(Array.from({ length: 10 }, () => openSocket(stopping.url)));
    for (const client of clients) await client.subscribe([newSymbol()], ['kline_1m', 'ticker']);
    clients[0].socket.pause();
    stopping.application.get(Shutdown).begin();
    const late = await openSocket(stopping.url);
    await stopping.application.close();
    for (const client of [...clients.slice(1), late]) {
      expect((await client.closing()).code).toBe(1001);
      expect(client.messages.at(-1)).toEqual({ event: 'shutdown' });
    }
  });

  it('have their tokens in no line of the log', async () => {
    await captureLog(api.application, async (lines) => {
      // What the log hides by its form is not what is looked for here: these are no tokens.
      const [inQuery, inProtocol] = ['secret-of-the-query', 'secret-of-the-subprotocol'];
      const token = null;
      for (const options of [
        { token, query: `?token=${inQuery}` },
        { token, protocols: ['bearer', inProtocol] },
        { query: `?token=${inQuery}&token=${inQuery}` },
        { protocols: ['bearer', inProtocol], query: `?other=${inQuery}` },
      ]) {
        await expect(openSocket(api.url, options)).rejects.toThrow(HandshakeRefused);
      }
      const good = tokenFor();
      const client = await openSocket(api.url, {
        token,
        protocols: ['bearer', good],
        query: `?token=${good}`,
      });
      client.send('{');
      await client.closing();
      const lineOf = (status: number) => lines.find((line) => line.includes(`"status":${status}`));
      await until('they are logged', () => lineOf(401) && lineOf(101));
      expect(lineOf(101)).toContain('"path":"/api/v1/streams/ws"');
      for (const secret of [inQuery, inProtocol, good, good.split('.')[2]]) {
        expect(lines.filter((line) => line.includes(secret))).toEqual([]);
      }
    });
  });
});
