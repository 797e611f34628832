import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { FakeExchange } from '../../../../../test/fake-exchange/fake-exchange';
import type { ExchangeSource, SourceCandle } from '../exchange-source';
import { openExchange } from '../open-exchange';

// Loading ccxt into Jest takes seconds on a busy machine.
jest.setTimeout(60_000);

const ROOT = join(__dirname, '../../../../..');
const unaborted = new AbortController().signal;

describe.each(['binance', 'okx'] as const)('watching candles of %s by ccxt', (exchange) => {
  let fake: FakeExchange;
  let source: ExchangeSource;
  beforeEach(async () => {
    fake = await FakeExchange.start(exchange);
    source = await openExchange(exchange, { endpoints: fake.endpoints, throttled: false });
  });
  afterEach(async () => {
    await source.close();
    await fake.stop();
  });

  /** A watch that has had its first message. */
  const watch = async (symbol = 'TINY/USDT') => {
    const watched = source.watchCandles(symbol, '1m', unaborted)[Symbol.asyncIterator]();
    const first = watched.next();
    await fake.subscribed(`${symbol} 1m`);
    await fake.tick();
    await first;
    return watched;
  };

  it('keeps the digits of 0.00000091200 on both ways', async () => {
    // Long enough for closes that end in 0, at any time of the day.
    const since = fake.market.now - 200 * 60_000;
    const fetched = await source.fetchCandles('TINY/USDT', '1m', since, unaborted);
    const watched = await watch();
    const next = watched.next();
    await fake.tick();
    const streamed = (await next).value as readonly SourceCandle[];

    expect(fetched).toEqual(fake.market.candles('TINY/USDT', '1m').slice(-201, -1));
    expect(streamed).toEqual(fake.market.candles('TINY/USDT', '1m').slice(-1));
    for (const { close } of [...fetched, ...streamed]) expect(close).toMatch(/^0\.000000\d{5}$/);
    expect(fetched.some(({ close }) => close.endsWith('0'))).toBe(true);
  });

  it('fails a watch whose connection is cut, and watches again at once on request', async () => {
    const watched = await watch();
    const next = watched.next();
    fake.cut();

    await expect(next).rejects.toMatchObject({ name: 'SourceFailure', kind: 'unreachable' });
    const again = await watch();
    const after = again.next();
    await fake.tick();
    expect((await after).value).toEqual(fake.market.candles('TINY/USDT', '1m').slice(-1));
    expect(fake.dials).toBe(2);
  });

  it('leaves it to the caller how long to wait between one connection and the next', async () => {
    const startedAt = performance.now();
    for (let time = 0; time < 4; time++) {
      const watched = await watch();
      const next = watched.next();
      fake.cut();
      await expect(next).rejects.toMatchObject({ kind: 'unreachable' });
    }

    // ccxt's own would have waited for 1, 2 and 4 seconds, a fifth more or less.
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  it('reports nothing of before the cut when it watches again', async () => {
    const watched = await watch();
    const next = watched.next();
    const before = fake.market.now;
    fake.cut();
    await expect(next).rejects.toMatchObject({ kind: 'unreachable' });
    await fake.tick(600);
    const again = source.watchCandles('TINY/USDT', '1m', unaborted)[Symbol.asyncIterator]();
    const first = again.next();
    await fake.subscribed('TINY/USDT 1m');
    await fake.tick();

    for (const { openTime } of (await first).value!) expect(openTime).toBeGreaterThan(before);
  });

  it('fails a watch that gets a message that is no JSON', async () => {
    const watched = await watch();
    const next = watched.next();
    fake.disturbance = 'bad json';
    await fake.tick();

    await expect(next).rejects.toMatchObject({ kind: 'malformed' });
  });

  it('gives a slow reader the last state of every candle that it missed', async () => {
    const watched = await watch();
    for (let minute = 0; minute < 5; minute++) await fake.tick(60);
    const latest = fake.market.candles('TINY/USDT', '1m').slice(-1);
    const seen = new Map<number, unknown>();
    while (!seen.has(latest[0].openTime)) {
      for (const candle of (await watched.next()).value!) seen.set(candle.openTime, candle);
    }

    const since = Math.min(...seen.keys());
    expect([...seen.values()]).toEqual(fake.market.candles('TINY/USDT', '1m', since));
    expect(seen.size).toBeGreaterThanOrEqual(5);
  });

  it('keeps one socket for several watches, and cancels what nobody watches any more', async () => {
    const stop = new AbortController();
    const finished = readAll(source.watchCandles('ETH/USDT', '1m', stop.signal));
    await watch();
    await fake.subscribed('ETH/USDT 1m');
    expect(fake.openSockets).toBe(1);
    stop.abort();
    await finished;

    await fake.until(({ subscriptions }) => subscriptions.length === 1, 'ETH/USDT is cancelled');
    expect(fake.subscriptions).toEqual(['TINY/USDT 1m']);
  });

  it('watches what it has just stopped watching', async () => {
    for (let time = 0; time < 3; time++) {
      const stop = new AbortController();
      const watched = source.watchCandles('BTC/USDT', '1m', stop.signal)[Symbol.asyncIterator]();
      const next = watched.next();
      await fake.subscribed('BTC/USDT 1m');
      await fake.tick();
      await expect(next).resolves.toMatchObject({ done: false });
      stop.abort();
      await watched.return?.();
      await fake.until(({ subscriptions }) => subscriptions.length === 0, 'it is cancelled');
    }
  });

  it('hands on numbers that are none, for the validation to refuse and keep', async () => {
    const watched = await watch();
    const next = watched.next();
    fake.corrupt('NaN close', 'sockets');
    await fake.tick();

    expect((await next).value).toEqual([expect.objectContaining({ close: 'NaN' })]);
  });

  it('reports a repeated message once', async () => {
    const watched = await watch();
    fake.disturbance = 'repeated';
    const changes: SourceCandle[] = [];
    for (let time = 0; time < 4; time++) {
      const next = watched.next();
      await fake.tick();
      changes.push(...((await next).value as readonly SourceCandle[]));
    }

    expect(new Set(changes.map((candle) => JSON.stringify(candle))).size).toBe(changes.length);
  });

  it('keeps no process alive', async () => {
    const script = join(ROOT, 'test/fake-exchange/watch-and-close.ts');
    const node = [
      '-r',
      'esbuild-register',
      '--conditions=candelabra-source',
      script,
      exchange,
      fake.endpoint,
    ];
    const earlier = fake.requests.length;
    const child = spawn(process.execPath, node, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
    // Compiling the program and ccxt takes many seconds on a busy machine.
    await fake.until(({ requests }) => requests.length > earlier, 'the program has sent a request', 50);
    await fake.subscribed('BTC/USDT 1m');
    await fake.tick();
    await once(child.stdout, 'data');
    const closedAt = performance.now();

    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(performance.now() - closedAt).toBeLessThan(5000);
  });
});

async function readAll(watched: AsyncIterable<readonly unknown[]>): Promise<number> {
  let count = 0;
  for await (const candles of watched) count += candles.length;
  return count;
}
