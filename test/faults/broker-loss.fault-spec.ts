import { connect as connectSocket } from 'node:net';
import { once } from 'node:events';
import { migrateEventStream } from '#messaging/broker/event-stream';
import { findFreePort } from '../../apps/worker/test/support/free-port';
import { eventually } from '../../apps/worker/test/support/within';
import { runEventConsumer } from '../event-consumers';
import { AUTHORIZATION } from './support/authorization';
import { BrokerStage, isOfCandle } from './support/broker-stage';
import { runGuideConsumers } from './support/guide-consumers';
import { NATS_PASSWORD } from './support/own-nats';
import { readPublished } from './support/published-events';
import { readiness } from './support/readiness';
import { report } from './support/scale';
import { openSlowConsumers } from './support/slow-consumers';

const KILLS = 5;

describe('a broker that events are published to', () => {
  let broker: BrokerStage;
  beforeEach(async () => {
    broker = await BrokerStage.open();
  });
  afterEach(() => broker.close());

  it('may be away at the start and be killed under load: no write waits, and the backlog follows in order', async () => {
    const { url, process: api } = await broker.stage.startApi();
    const worker = await broker.stage.startWorker();
    const writers = broker.write(url);
    await broker.writeMore();
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

    await broker.nats.listen();
    await worker.printed(/Broker connection works again/);
    for (let kill = 0; kill < KILLS; kill++) {
      await broker.writeMore();
      await broker.nats.kill();
      await broker.writeMore();
      await broker.nats.listen();
    }
    await broker.writeMore();
    await writers.stop();
    await broker.untilPublished();

    expect([...writers.answers.keys()]).toEqual([201]);
    expect(await writers.findLosses(broker.stage)).toEqual([]);
    await broker.expectAllPublished();
    await eventually(
      'the API is ready',
      () => readiness(url),
      (answer) => answer.body.status === 'ready',
    );
    expect(`${api.output}${worker.output}`).not.toContain(NATS_PASSWORD);
    report(`${writers.stored} writes, the longest pause ${writers.longestPause.toFixed(0)} ms`);
  });

  it('gets what was committed by an API and a worker that were killed before they published it', async () => {
    await broker.nats.listen();
    let api = await broker.stage.startApi({ PORT: String(await findFreePort()) });
    const { url } = api;
    let worker = await broker.stage.startWorker();
    const writers = broker.write(url);
    for (let kill = 0; kill < KILLS; kill++) {
      await broker.writeMore();
      await worker.kill();
      await broker.writeMore();
      await api.process.kill();
      api = await broker.stage.startApi({ PORT: new URL(url).port });
      worker = await broker.stage.startWorker();
    }
    await broker.writeMore();
    await writers.stop();
    await broker.untilPublished();

    expect(await writers.findLosses(broker.stage)).toEqual([]);
    await broker.expectAllPublished();
  });

  it('is published to while a client never reads and consumers acknowledge late or never, and those of the guide print every event in order', async () => {
    await broker.nats.listen();
    await migrateEventStream(broker.nats.url);
    const slow = await openSlowConsumers(broker.nats.url);
    const { hostname, port } = new URL(broker.nats.url);
    const socket = connectSocket(Number(port), hostname);
    socket.on('error', () => undefined).pause();
    await once(socket, 'connect');
    const options = { user: 'candelabra', pass: NATS_PASSWORD, verbose: false, headers: true };
    socket.write(`CONNECT ${JSON.stringify(options)}\r\nSUB candelabra.> 1\r\nPING\r\n`);
    const { url } = await broker.stage.startApi();
    const worker = await broker.stage.startWorker();
    const writers = broker.write(url);
    for (let round = 0; round < KILLS; round++) await broker.writeMore();
    await writers.stop();
    await broker.untilPublished();

    await broker.expectAllPublished();
    expect(worker.output).not.toMatch(/Broker connection failed/);
    const { events } = await readPublished(broker.nats.url);
    const lines = events
      .filter(isOfCandle)
      .map(({ type, subject, data }) => [type, subject, data.open_time, data.close].join(' '));
    expect(await runGuideConsumers(broker.nats.url, lines.length)).toEqual({
      typescript: lines,
      python: lines,
    });
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
    const [never, late] = await slow.received();
    expect(never).toBe(1);
    expect(late).toBeLessThan(lines.length);
    await slow.close();
    socket.destroy();
  });
});
