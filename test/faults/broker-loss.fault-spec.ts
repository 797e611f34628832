import { connect as connectSocket } from 'node:net';
import { once } from 'node:events';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, nanos } from '@nats-io/transport-node';
import { natsOptions } from '#messaging/broker/nats-options';
import { EVENT_STREAM, migrateEventStream } from '#messaging/broker/event-stream';
import { findFreePort } from '../../apps/worker/test/support/free-port';
import { eventually } from '../../apps/worker/test/support/within';
import { runEventConsumer } from '../event-consumers';
import { AUTHORIZATION } from './support/authorization';
import { CandleWriters } from './support/candle-writers';
import { FaultStage } from './support/fault-stage';
import { runGuideConsumers } from './support/guide-consumers';
import { NATS_PASSWORD, OwnNats } from './support/own-nats';
import { type CandleEvent, readPublished } from './support/published-events';
import { readiness } from './support/readiness';
import { IS_SHORT, report } from './support/scale';

const WRITERS = 4;
const WRITES_BETWEEN = IS_SHORT ? 100 : 400;
const KILLS = 5;

/** Of what validation refuses, and of gaps, there are others. */
const isOfCandle = ({ type }: CandleEvent) => /\.candle\.(closed|corrected)$/.test(type);

describe('a broker that events are published to', () => {
  let stage: FaultStage;
  let nats: OwnNats;
  beforeEach(async () => {
    nats = await OwnNats.prepare();
    stage = await FaultStage.open({ NATS_URL: nats.url });
  });
  let stopWriters = () => Promise.resolve();
  afterEach(async () => {
    await stopWriters();
    await stage.close();
    await nats.close();
  });

  const write = (url: string) => {
    const writers = new CandleWriters([url], WRITERS);
    stopWriters = () => writers.stop();
    return writers;
  };

  const writeMore = async (writers: CandleWriters) => {
    const wanted = writers.stored + WRITES_BETWEEN;
    await eventually(
      'candles are written',
      () => Promise.resolve(writers.stored),
      (stored) => stored >= wanted,
    );
  };

  /** Everything that was recorded is numbered, and acknowledged by the broker. */
  const untilPublished = () =>
    eventually(
      'everything is published',
      () =>
        stage.query<{ unnumbered: number; lag: number }>(
          `select count(*) filter (where position is null)::integer as unnumbered,
             (coalesce(max(position), 0) - (select coalesce(max(position), 0) from event_relay_positions))::integer as lag
           from events`,
        ),
      ([{ unnumbered, lag }]) => unnumbered === 0 && lag === 0,
      { seconds: 120 },
    );

  /** What was published is what the tables of candles say, and each series in the order of its commits. */
  async function expectAllPublished(): Promise<void> {
    const { events: all, repeated, problems } = await readPublished(nats.url);
    const events = all.filter(isOfCandle);
    const [{ contents }] = await stage.query<{ contents: number }>(
      `select ((select count(*) from candlesticks) + (select count(*) from candlestick_revisions))::integer as contents`,
    );
    const newest = new Map(events.map(({ data }) => [data.id, data.close]));
    const stored = await stage.query<{ id: number; close: string }>(
      `select (series_id * 4294967296 + extract(epoch from open_time))::float8 as id, close::text from candlesticks`,
    );
    const revisions = new Map<string, number[]>();
    for (const { data } of events) {
      revisions.set(data.symbol, [...(revisions.get(data.symbol) ?? []), data.revision]);
    }

    expect(problems).toEqual([]);
    expect(events).toHaveLength(contents);
    expect(stored.filter(({ id, close }) => newest.get(id) !== close)).toEqual([]);
    for (const ofSeries of revisions.values()) {
      expect(ofSeries).toEqual([...ofSeries].sort((one, other) => one - other));
    }
    report(`${events.length} events published, ${repeated} of them twice`);
  }

  it('may be away at the start and be killed under load: no write waits, and the backlog follows in order', async () => {
    const { url, process: api } = await stage.startApi();
    const worker = await stage.startWorker();
    const writers = write(url);
    await writeMore(writers);
    const { status, body } = await readiness(url);
    expect([status, body]).toEqual([
      200,
      {
        status: 'degraded',
        detail: expect.stringContaining(
          'The broker is not reachable: events are kept in the database and follow when it is back',
        ),
      },
    ]);
    expect((await readiness(worker.metricsUrl)).status).toBe(200);

    await nats.listen();
    await worker.printed(/Broker connection works again/);
    for (let kill = 0; kill < KILLS; kill++) {
      await writeMore(writers);
      await nats.kill();
      await writeMore(writers);
      await nats.listen();
    }
    await writeMore(writers);
    await writers.stop();
    await untilPublished();

    expect([...writers.answers.keys()]).toEqual([201]);
    expect(await writers.findLosses(stage)).toEqual([]);
    await expectAllPublished();
    await eventually(
      'the API is ready',
      () => readiness(url),
      (answer) => answer.body.status === 'ready',
    );
    expect(`${api.output}${worker.output}`).not.toContain(NATS_PASSWORD);
    report(`${writers.stored} writes, the longest pause ${writers.longestPause.toFixed(0)} ms`);
  });

  it('gets what was committed by an API and a worker that were killed before they published it', async () => {
    await nats.listen();
    let api = await stage.startApi({ PORT: String(await findFreePort()) });
    const { url } = api;
    let worker = await stage.startWorker();
    const writers = write(url);
    for (let kill = 0; kill < KILLS; kill++) {
      await writeMore(writers);
      await worker.kill();
      await writeMore(writers);
      await api.process.kill();
      api = await stage.startApi({ PORT: new URL(url).port });
      worker = await stage.startWorker();
    }
    await writeMore(writers);
    await writers.stop();
    await untilPublished();

    expect(await writers.findLosses(stage)).toEqual([]);
    await expectAllPublished();
  });

  it('is published to while a client never reads, and the consumers of the guide print every event in order', async () => {
    await nats.listen();
    const { hostname, port } = new URL(nats.url);
    const socket = connectSocket(Number(port), hostname);
    socket.on('error', () => undefined).pause();
    await once(socket, 'connect');
    const options = { user: 'candelabra', pass: NATS_PASSWORD, verbose: false, headers: true };
    socket.write(`CONNECT ${JSON.stringify(options)}\r\nSUB candelabra.> 1\r\nPING\r\n`);
    const { url } = await stage.startApi();
    const worker = await stage.startWorker();
    const writers = write(url);
    for (let round = 0; round < KILLS; round++) await writeMore(writers);
    await writers.stop();
    await untilPublished();

    await expectAllPublished();
    expect(worker.output).not.toMatch(/Broker connection failed/);
    const { events } = await readPublished(nats.url);
    const lines = events
      .filter(isOfCandle)
      .map(({ type, subject, data }) => [type, subject, data.open_time, data.close].join(' '));
    expect(await runGuideConsumers(nats.url, lines.length)).toEqual({ typescript: lines, python: lines });

    const overHttp = {
      url,
      token: AUTHORIZATION.replace('Bearer ', ''),
      parameters: 'kind=candle.closed,candle.corrected',
      events: lines.length,
      lastId: '0',
      cuts: [5_000, 30_000],
    };
    const printed = await runEventConsumer('python', overHttp);
    expect(printed).toEqual(
      events.filter(isOfCandle).map(({ type, subject, id }) => [type, subject, id].join(' ')),
    );
    socket.destroy();
  });

  it('gets its stream by the migration, which changes nothing that an operator set', async () => {
    await nats.listen();
    await migrateEventStream(nats.url);
    const connection = await connect(natsOptions(nats.url));
    const { streams } = await jetstreamManager(connection);
    const made = (await streams.info(EVENT_STREAM)).config;
    expect([made.subjects, made.storage, made.retention]).toEqual([['candelabra.>'], 'file', 'limits']);

    const week = nanos(7 * 86_400_000);
    await streams.update(EVENT_STREAM, { max_age: week, subjects: ['candelabra.candle.>', 'elsewhere'] });
    await migrateEventStream(nats.url);
    const { config } = await streams.info(EVENT_STREAM);
    expect([config.max_age, config.subjects]).toEqual([week, ['elsewhere', 'candelabra.>']]);
    await connection.close();
  });
});
