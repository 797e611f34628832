import { once } from 'node:events';
import { WebSocket } from 'ws';
import { FakeExchange } from './fake-exchange';

const MINUTE = 60_000;

interface Kline {
  readonly e?: string;
  readonly k: { readonly t: number; readonly x: boolean; readonly c: string };
}

describe('a fake exchange', () => {
  let fake: FakeExchange;
  let socket: WebSocket;
  let received: Kline[];
  beforeEach(async () => {
    fake = await FakeExchange.start('binance', {
      now: Date.UTC(2026, 0, 5, 14),
      isQuiet: (_, minute) => (minute / MINUTE) % 10 === 5,
    });
    await subscribe();
  });
  afterEach(async () => {
    socket.terminate();
    await fake.stop();
  });

  async function subscribe(): Promise<void> {
    received = [];
    socket = new WebSocket(`${fake.endpoint.replace('http', 'ws')}/stream.binance.com:9443/ws/1`);
    socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString()) as Kline));
    await once(socket, 'open');
    socket.send('{"method":"SUBSCRIBE","params":["btcusdt@kline_1m"],"id":1}');
    await fake.subscribed('BTC/USDT 1m');
  }

  /** Candles among the messages, once an answer to a ping shows that all have come. */
  async function klines(): Promise<Kline[]> {
    socket.ping();
    await once(socket, 'pong');
    return received.filter(({ e }) => e === 'kline');
  }

  const fetchMinutes = async (from: number) => {
    const path = `/api.binance.com/api/v3/klines?symbol=BTCUSDT&interval=1m&startTime=${from}`;
    const response = await fetch(fake.endpoint + path);
    return (await response.json()) as [number, ...string[]][];
  };

  it('sends a candle six times a minute, the last time as closed', async () => {
    const opened = fake.market.now;
    await fake.tick(60);
    const states = (await klines()).map(({ k }) => [k.t, k.x]);

    expect(states).toEqual([false, false, false, false, false, true].map((closed) => [opened, closed]));
  });

  it('has no candle of a minute without trades, in neither way', async () => {
    const from = fake.market.now;
    await fake.tick(1200);
    const expected = Array.from({ length: 20 }, (_, minute) => from + minute * MINUTE).filter(
      (minute) => (minute / MINUTE) % 10 !== 5,
    );

    expect([...new Set((await klines()).map(({ k }) => k.t))]).toEqual(expected);
    expect((await fetchMinutes(from)).map(([openTime]) => openTime)).toEqual(expected);
    expect(fake.market.closedCandles('BTC/USDT', '1m').slice(-18)).toHaveLength(18);
  });

  it('loses, repeats and reorders what a tick brings, when configured to', async () => {
    fake.disturbance = 'lost';
    await fake.tick(30);
    expect(await klines()).toEqual([]);
    fake.disturbance = 'repeated';
    await fake.tick();
    expect(await klines()).toHaveLength(2);
    fake.disturbance = 'reversed';
    await fake.tick(20);
    expect((await klines()).slice(2).map(({ k }) => k.x)).toEqual([true, false]);
  });

  it('is silent while it stalls, and late while it lags', async () => {
    fake.stall.sockets = true;
    await fake.tick();
    expect(await klines()).toEqual([]);
    fake.stall.sockets = false;
    fake.lagMilliseconds = 50;
    const sentAt = performance.now();
    await fake.tick();
    await once(socket, 'message');

    expect(performance.now() - sentAt).toBeGreaterThan(45);
    expect(await klines()).toHaveLength(1);
  });

  it('refuses connections when offline, and comes back at the same address', async () => {
    const { endpoint } = fake;
    const closed = once(socket, 'close');
    await fake.goOffline();
    await closed;
    await expect(fetchMinutes(0)).rejects.toThrow('fetch failed');
    await fake.comeBack();

    expect(fake.endpoint).toBe(endpoint);
    await subscribe();
    expect((await fetchMinutes(0)).length).toBe(500);
  });
});
