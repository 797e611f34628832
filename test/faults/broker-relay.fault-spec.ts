import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, nanos } from '@nats-io/transport-node';
import type { CloudEvent } from '#domain/events/cloud-event';
import { EVENT_STREAM } from '#messaging/broker/event-stream';
import { natsOptions } from '#messaging/broker/nats-options';
import { startCli } from '../../apps/cli/test/support/start-cli';
import type { Exit, ServiceProcess } from '../../apps/worker/test/support/service-process';
import { eventually } from '../../apps/worker/test/support/within';
import { BrokerStage } from './support/broker-stage';
import { NATS_PASSWORD } from './support/own-nats';
import { postCandles } from './support/post-candles';
import { report } from './support/scale';

const FOREIGN_EVENTS = 400;
const BULK_CANDLES = 900;

interface RelaySessionRow {
  readonly pid: number;
  readonly leads: boolean;
  readonly seconds: number;
}

describe('the relay of events', () => {
  let broker: BrokerStage;
  let url: string;
  beforeAll(async () => {
    broker = await BrokerStage.open();
    await broker.nats.listen();
    ({ url } = await broker.stage.startApi());
  });
  afterAll(() => broker.close());

  /** Of relays; `seconds` from the opening of the session to its newest statement. */
  const sessions = () =>
    broker.stage.query<RelaySessionRow>(
      `select pid, extract(epoch from query_start - backend_start)::float8 as seconds,
         exists (select from pg_locks where locktype = 'advisory' and granted and pg_locks.pid = activity.pid) as leads
       from pg_stat_activity activity where application_name = 'candelabra-worker relay'`,
    );

  async function startLeader(): Promise<ServiceProcess> {
    const worker = await broker.stage.startWorker();
    await eventually('it leads', sessions, (rows) => rows.some(({ leads }) => leads));
    return worker;
  }

  it('finds the stream that the migration made, which changes nothing that an operator set', async () => {
    const migrate = (natsUrl: string) =>
      startCli(['migrate'], { DATABASE_URL: broker.stage.postgres.url, NATS_URL: natsUrl }).result;
    const away = await migrate(`nats://candelabra:${NATS_PASSWORD}@127.0.0.1:1`);
    expect(away.exitCode).toBe(0);
    expect(away.stderr).toContain('The stream of events was not made, as the broker cannot be used');
    expect(away.stderr).not.toContain(NATS_PASSWORD);

    expect(await migrate(broker.nats.url)).toEqual({ exitCode: 0, stdout: 'nothing to do\n', stderr: '' });
    const connection = await connect(natsOptions(broker.nats.url));
    const { streams } = await jetstreamManager(connection);
    const made = (await streams.info(EVENT_STREAM)).config;
    expect([made.subjects, made.storage, made.retention]).toEqual([['candelabra.>'], 'file', 'limits']);

    const week = nanos(7 * 86_400_000);
    await streams.update(EVENT_STREAM, { max_age: week, subjects: ['candelabra.candle.>', 'elsewhere'] });
    expect((await migrate(broker.nats.url)).exitCode).toBe(0);
    const { config } = await streams.info(EVENT_STREAM);
    expect([config.max_age, config.subjects]).toEqual([week, ['elsewhere', 'candelabra.>']]);
    await connection.close();
  });

  it('waits in one session of the database for the lock of the one that leads, and follows it', async () => {
    const leader = await startLeader();
    const follower = await broker.stage.startWorker();
    const [waiting] = await eventually(
      'a session that waits has tried more than once',
      async () => (await sessions()).filter(({ leads }) => !leads),
      (rows) => rows.some(({ seconds }) => seconds > 1),
    );
    const killedAt = performance.now();
    await leader.kill();
    await eventually('the next one leads', sessions, (rows) =>
      rows.some(({ pid, leads }) => leads && pid === waiting.pid),
    );
    report(`the next relay led ${(performance.now() - killedAt).toFixed(0)} ms after the first was killed`);
    await follower.kill();
  });

  it('publishes one by one, in order and without an error, while somebody else publishes to the stream', async () => {
    const worker = await startLeader();
    const connection = await connect(natsOptions(broker.nats.url));
    const client = jetstream(connection);
    const example = exampleOf('BacktestFinished');
    const writers = broker.write(url);
    const over = new AbortController();
    let foreign = 0;
    const publishing = (async () => {
      while (!over.signal.aborted || foreign < FOREIGN_EVENTS) {
        const event = {
          ...example,
          source: '/candelabra/elsewhere',
          id: `backtest.finished.foreign-${foreign++}`,
        };
        await client.publish('candelabra.backtest.finished.0', JSON.stringify(event), { msgID: event.id });
      }
    })();
    await broker.writeMore();
    await writers.stop();
    await postCandles(url, 'BULK', BULK_CANDLES, '1.50');
    await broker.untilPublished();
    over.abort();
    await publishing;
    await broker.expectAllPublished();
    expect(worker.output).not.toContain('The relay of events failed');
    await connection.close();
    await worker.kill();
  });

  it('does not keep a worker from stopping while the database hangs', async () => {
    const worker = await startLeader();
    const wake = await broker.stage.postgres.hang();
    try {
      expect(await stop(worker)).toEqual({ code: 0, signal: null });
    } finally {
      wake();
    }
  });

  it('does not keep a worker from stopping while the broker hangs, connected or not', async () => {
    const connected = await startLeader();
    broker.write(url);
    await broker.writeMore();
    broker.nats.hang();
    await broker.writeMore();
    const connecting = await broker.stage.startWorker();
    for (const worker of [connected, connecting])
      expect(await stop(worker)).toEqual({ code: 0, signal: null });
  });
});

async function stop(worker: ServiceProcess): Promise<Exit> {
  const requestedAt = performance.now();
  worker.signal('SIGTERM');
  const exit = await worker.exited;
  report(`the worker exited ${((performance.now() - requestedAt) / 1_000).toFixed(1)} s after SIGTERM`);
  return exit;
}

function exampleOf(message: string): CloudEvent {
  const document = JSON.parse(readFileSync(join(__dirname, '../../asyncapi.json'), 'utf8')) as {
    components: { messages: Record<string, { examples: { payload: CloudEvent }[] }> };
  };
  return document.components.messages[message].examples[0].payload;
}
