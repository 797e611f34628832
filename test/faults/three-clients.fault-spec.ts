import { migrateEventStream } from '#messaging/broker/event-stream';
import { eventually } from '../../apps/worker/test/support/within';
import { CandleWriters } from './support/candle-writers';
import { readHttpEvents, readNatsEvents } from './support/event-lists';
import { FaultStage } from './support/fault-stage';
import { OwnNats } from './support/own-nats';
import { IS_SHORT, report } from './support/scale';

const SYMBOLS = ['W0', 'W1', 'W2', 'W3'];
const WRITES_BETWEEN = IS_SHORT ? 100 : 4_000;

describe('clients on WebSocket, SSE and NATS while a replica is killed', () => {
  let stage: FaultStage;
  let nats: OwnNats;
  let close: () => Promise<unknown> = () => Promise.resolve();
  beforeAll(async () => {
    nats = await OwnNats.start();
    await migrateEventStream(nats.url);
    stage = await FaultStage.open({ NATS_URL: nats.url });
  });
  afterAll(async () => {
    await close();
    await stage.close();
    await nats.close();
  });

  it('receive the same candles in the same order', async () => {
    const [killed, other] = [await stage.startApi(), await stage.startApi()];
    await stage.startWorker();
    const urls = [killed.url, other.url];
    const sockets = SYMBOLS.map((symbol) => stage.watchSocket(urls, symbol));
    const events = readHttpEvents(urls);
    const broker = await readNatsEvents(nats.url);
    const candles = SYMBOLS.map((symbol) => stage.watch(urls, symbol));
    close = () => Promise.all([events.client.stop(), broker.connection.close()]);
    const connections = () => [
      events.client.connections,
      ...[...sockets, ...candles].map((watcher) => watcher.connections),
    ];
    const untilConnected = (times: number) =>
      eventually(
        `every client has connected ${times} times`,
        () => Promise.resolve(connections()),
        (counts) => counts.every((count) => count === times),
      );
    await untilConnected(1);
    const writers = new CandleWriters([other.url], SYMBOLS.length);
    close = () => Promise.all([writers.stop(), events.client.stop(), broker.connection.close()]);
    const writeMore = async () => {
      const wanted = writers.stored + WRITES_BETWEEN;
      await eventually(
        'candles are written',
        () => Promise.resolve(writers.stored),
        (stored) => stored >= wanted,
      );
    };

    await writeMore();
    await killed.process.kill();
    await writeMore();
    await untilConnected(2);
    await writeMore();
    await writers.stop();
    const incomplete = () => [
      ...(events.list.size < writers.stored ? ['SSE, events'] : []),
      ...(broker.list.size < writers.stored ? ['NATS'] : []),
      ...SYMBOLS.flatMap((symbol, index) => {
        const newest = JSON.stringify(broker.list.closesOf(symbol));
        return [
          ...(JSON.stringify([...sockets[index].closes]) !== newest ? [`WebSocket, ${symbol}`] : []),
          ...(JSON.stringify([...candles[index].closes]) !== newest ? [`SSE, ${symbol}`] : []),
        ];
      }),
    ];
    await eventually(
      'every client has the same',
      () => Promise.resolve(incomplete()),
      (clients) => clients.length === 0,
    );

    for (const [index, symbol] of SYMBOLS.entries()) {
      const lines = broker.list.linesOf(symbol);
      expect(events.list.linesOf(symbol)).toEqual(lines);
      const closes = broker.list.closesOf(symbol);
      expect([...sockets[index].closes]).toEqual(closes);
      expect([...candles[index].closes]).toEqual(closes);
    }
    expect(broker.list.size).toBe(writers.stored);
    expect(await writers.findLosses(stage)).toEqual([]);
    expect(connections()).toEqual(connections().map(() => 2));
    expect(sockets.flatMap(({ otherEvents }) => otherEvents)).toEqual([]);
    report(`${writers.stored} events to each client, the replica of all of them killed`);
  });
});
