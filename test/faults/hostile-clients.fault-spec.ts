import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { eventually } from '../../apps/worker/test/support/within';
import { AUTHORIZATION, tokenOf } from './support/authorization';
import { CandleWriters, WRITTEN_EXCHANGE } from './support/candle-writers';
import { type ApiProcess, FaultStage } from './support/fault-stage';
import {
  BREACHES,
  closeOf,
  floodWithPings,
  openSocket,
  shakeHands,
  subscribeByStorm,
} from './support/hostile-sockets';
import { postCandles } from './support/post-candles';
import { readMetric } from './support/process-metric';
import { residentMebibytes } from './support/resident-memory';
import { IS_SHORT, report } from './support/scale';
import { openStalledReader, openStalledSocket } from './support/stalled-reader';
import { untilComplete } from './support/stored-closes';

const STALLED = 100;
const HEALTHY = 100;
const MOST_GROWTH_MEBIBYTES = 150;
/** As long as a symbol can be: what fills the buffers of the system, some megabytes a connection, is bytes. */
const STALLED_SYMBOL = 'STALLED'.padEnd(128, 'X');
const STALLED_CANDLES = 4_000;
const ROUNDS = IS_SHORT ? 2 : 8;
const TIMES_EACH = IS_SHORT ? 2 : 20;
const STORM_ROUNDS = IS_SHORT ? 20 : 500;
const MOST_STREAMS = 1_000;

describe('clients that stall or break the rules, next to a hundred others', () => {
  let stage: FaultStage;
  let api: ApiProcess;
  let writers: CandleWriters;
  let watchers: ReturnType<FaultStage['watch'] | FaultStage['watchSocket']>[];
  const stalledStreams: Socket[] = [];
  const stalledSockets: WebSocket[] = [];
  let memoryBefore: number;
  let mostMemory: number;
  beforeAll(async () => {
    stage = await FaultStage.open();
    api = await stage.startApi({ STREAMS_PER_TOKEN: String(MOST_STREAMS), LOG_LEVEL: 'trace' });
    // What the process needs for many streams it needs once.
    for (let time = 0; time < 2; time++) await postCandles(api.url, STALLED_SYMBOL, STALLED_CANDLES, '1.00');
    watchers = Array.from({ length: HEALTHY }, (_, index) => {
      const symbol = `W${index % 2}`;
      return index < HEALTHY / 2 ? stage.watch([api.url], symbol) : stage.watchSocket([api.url], symbol);
    });
    await untilOpen(HEALTHY);
    writers = new CandleWriters([api.url], 2);
    mostMemory = memoryBefore = await residentMebibytes(api.process);
  });
  afterAll(async () => {
    for (const socket of stalledStreams) socket.destroy();
    for (const socket of stalledSockets) socket.terminate();
    await writers.stop();
    await stage.close();
  });

  const active = async () => {
    const response = await fetch(`${api.url}/api/v1/streams/active`, {
      headers: { authorization: AUTHORIZATION },
    });
    return ((await response.json()) as { total: number }).total;
  };
  const untilOpen = (count: number) =>
    eventually(`${count} streams are open`, active, (total) => total === count);
  const measureMemory = async () => {
    mostMemory = Math.max(mostMemory, await residentMebibytes(api.process));
  };

  it('serves those that never read until they have had their share', async () => {
    const half = Array.from({ length: STALLED / 2 });
    const query = new URLSearchParams({ exchange: WRITTEN_EXCHANGE, symbol: STALLED_SYMBOL, interval: '1m' });
    const subscription = { symbols: [`${WRITTEN_EXCHANGE}:${STALLED_SYMBOL}`], channels: ['kline_1m'] };
    const path = `/api/v1/streams/ohlcv?${query.toString()}`;
    await Promise.all(half.map(async () => stalledStreams.push(await openStalledReader(api.url, path))));
    await Promise.all(
      half.map(async () => stalledSockets.push(await openStalledSocket(api.url, subscription))),
    );
    await untilOpen(HEALTHY + STALLED);
    for (let round = 0; round < ROUNDS; round++) {
      await postCandles(api.url, STALLED_SYMBOL, STALLED_CANDLES, `${round + 2}.00`);
      await measureMemory();
    }
  });

  it('closes those that break a rule with its code, and answers every message of a storm', async () => {
    const times = Array.from({ length: TIMES_EACH });
    await Promise.all(
      BREACHES.map(async ([what, send, code]) => {
        const closed = times.map(async () => {
          const socket = await openSocket(api.url, 'rule breaker');
          send(socket);
          return closeOf(socket);
        });
        expect([what, ...(await Promise.all(closed))]).toEqual([what, ...times.map(() => code)]);
      }),
    );
    await Promise.all(times.map(async () => floodWithPings(await openSocket(api.url, 'pinging'))));
    const storms = await Promise.all(
      times.map(async () => {
        const socket = await openSocket(api.url, 'storming');
        const answers = await subscribeByStorm(socket, STORM_ROUNDS);
        socket.close();
        return answers;
      }),
    );
    const expected = Array.from({ length: STORM_ROUNDS }, () => ['subscribed', 'unsubscribed']).flat();
    expect(storms).toEqual(times.map(() => expected));
    await measureMemory();
  });

  it('gives a subject its streams and no more, and has them back from one that answers no close', async () => {
    const symbols = Array.from({ length: MOST_STREAMS }, (_, n) => `${WRITTEN_EXCHANGE}:N${n}`);
    const subscribe = (wanted: readonly string[]) =>
      JSON.stringify({ action: 'subscribe', symbols: wanted, channels: ['kline_1m'] });
    for (let time = 0; time < 2; time++) {
      const socket = await openSocket(api.url, 'greedy');
      const events: string[] = [];
      socket.on('message', (text: Buffer) => {
        events.push((JSON.parse(text.toString()) as { event: string }).event);
      });
      socket.send(subscribe(symbols));
      socket.send(subscribe(['ONE-MORE']));
      expect(await closeOf(socket)).toBe(4429);
      expect(events).toEqual(['subscribed', 'error']);
    }
    const silent = await shakeHands(api.url, { authorization: `Bearer ${tokenOf('silent')}` });
    expect(silent.status).toBe(101);
    const closed = new Promise((resolve) => silent.socket.once('close', resolve));
    // `[` in a masked text frame, and no answer to the close that follows.
    silent.socket.write(Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x5b]));
    await closed;
    await measureMemory();
  });

  it('refuses handshakes that are none, and logs no token', async () => {
    const [good, expired, forged] = [tokenOf('shaking'), tokenOf('shaking', -10), `${tokenOf('shaking')}x`];
    const authorization = `Bearer ${good}`;
    const handshakes: [number, Record<string, string>, string?][] = [
      [400, { authorization, 'Sec-WebSocket-Version': '7' }],
      [400, { authorization, 'Sec-WebSocket-Version': 'thirteen' }],
      [400, { authorization, 'Sec-WebSocket-Key': 'short' }],
      [400, { authorization, 'Sec-WebSocket-Key': 'x'.repeat(4_000) }],
      [403, { authorization, Origin: 'https://elsewhere.example' }],
      [401, {}],
      [401, {}, `?token=${expired}`],
      [401, {}, `?token=${forged}`],
      [401, { 'Sec-WebSocket-Protocol': `bearer, ${expired}` }],
      [101, {}, `?token=${good}`],
    ];
    const statuses = await Promise.all(
      handshakes.map(async ([, headers, query]) => {
        const { status, socket } = await shakeHands(api.url, headers, query);
        socket.destroy();
        return status;
      }),
    );
    expect(statuses).toEqual(handshakes.map(([status]) => status));
    await api.process.printed(/"status":101/);
    // The requests are in the log by their paths.
    expect(api.process.output).toContain('"path":"/api/v1/streams/ws"');
    for (const token of [good, expired, forged]) {
      expect(api.process.output.split('\n').filter((line) => line.includes(token.split('.')[2]))).toEqual([]);
    }
  });

  it('drops those that never read, and costs the others nothing: they know every candle by the connections they began with', async () => {
    await untilOpen(HEALTHY);
    await measureMemory();
    await writers.stop();
    expect([...writers.answers.keys()]).toEqual([201]);
    await Promise.all(watchers.map((watcher, index) => untilComplete(stage, watcher, `W${index % 2}`)));
    expect(watchers.filter(({ connections }) => connections !== 1)).toEqual([]);
    await Promise.all(watchers.map((watcher) => watcher.stop()));
    await untilOpen(0);
    for (const gauge of ['streams_open', 'websocket_connections_open']) {
      expect([gauge, await readMetric(api.process, gauge)]).toEqual([gauge, 0]);
    }
    const metrics = await (await fetch(`${api.process.metricsUrl}/metrics`)).text();
    expect(metrics).toMatch(/^http_request_duration_seconds_count\{.*status="201"/m);
    expect(metrics).not.toMatch(/^http_request_duration_seconds_count\{.*status="5/m);
    report(
      `${STALLED} stalled and ${HEALTHY} healthy clients: memory grew by ${(mostMemory - memoryBefore).toFixed(0)} MiB from ` +
        `${memoryBefore.toFixed(0)} (goal at most ${MOST_GROWTH_MEBIBYTES}); ${writers.stored} writes, the longest pause ` +
        `${writers.longestPause.toFixed(0)} ms`,
    );
    expect(mostMemory - memoryBefore).toBeLessThan(MOST_GROWTH_MEBIBYTES);
  });
});
