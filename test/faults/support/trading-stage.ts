import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, nanos, type NatsConnection } from '@nats-io/transport-node';
import { natsOptions } from '#messaging/broker/nats-options';
import type { ServiceProcess } from '../../../apps/worker/test/support/service-process';
import { eventually } from '../../../apps/worker/test/support/within';
import { BrokerStage } from './broker-stage';

const [STREAM, CONSUMER] = ['TRADING', 'candelabra-fills'];

interface StoredLetter {
  readonly subject: string;
  readonly reason: readonly { readonly field: string; readonly message: string }[];
  readonly deliveries: number;
}

/** Workers that consume fills and positions of a broker which nobody has started yet, and a sender. */
export class TradingStage {
  readonly workers: ServiceProcess[] = [];
  private current: NatsConnection | undefined;

  private constructor(readonly broker: BrokerStage) {}

  static async open(): Promise<TradingStage> {
    return new TradingStage(await BrokerStage.open());
  }

  get connection(): NatsConnection {
    return this.current!;
  }

  async close(): Promise<void> {
    await this.current?.close();
    await this.broker.close();
  }

  async startWorker(): Promise<ServiceProcess> {
    const worker = await this.broker.stage.startWorker();
    this.workers.push(worker);
    return worker;
  }

  async killWorkers(): Promise<void> {
    await Promise.all(this.workers.splice(0).map((worker) => worker.kill()));
  }

  async listen(): Promise<void> {
    await this.broker.nats.listen();
    this.current = await connect(natsOptions(this.broker.nats.url));
  }

  async killBroker(): Promise<void> {
    await this.current?.close();
    await this.broker.nats.kill();
  }

  async publish(subject: string, message: object | string | Uint8Array): Promise<void> {
    const isRaw = typeof message === 'string' || message instanceof Uint8Array;
    await jetstream(this.connection).publish(subject, isRaw ? message : JSON.stringify(message));
  }

  /** A stream exists once a worker or the migration has made it. */
  async untilStream(): Promise<void> {
    const { streams } = await jetstreamManager(this.connection);
    await eventually(
      'the stream is made',
      () => streams.find('trading.fill.main').catch(() => undefined),
      (name) => name === STREAM,
    );
  }

  /** As an operator may set it: what a worker that was killed had is not waited for. */
  async deliverAgainSoon(): Promise<void> {
    await this.untilStream();
    const { consumers } = await jetstreamManager(this.connection);
    await eventually(
      'the consumer is made',
      () => consumers.info(STREAM, CONSUMER).catch(() => undefined),
      (consumer) => consumer !== undefined,
    );
    await consumers.update(STREAM, CONSUMER, { ack_wait: nanos(1_000) });
  }

  async count(table: 'fills' | 'fill_revisions' | 'dead_letters'): Promise<number> {
    const query = `select count(*)::integer as count from ${table}`;
    const [{ count }] = await this.broker.stage.query<{ count: number }>(query);
    return count;
  }

  async untilStored(fills: number): Promise<void> {
    await eventually(
      `${fills} fills are stored`,
      () => this.count('fills'),
      (stored) => stored === fills,
      { seconds: 120 },
    );
  }

  async untilAcknowledged(): Promise<void> {
    const { consumers } = await jetstreamManager(this.connection);
    await eventually(
      'all is acknowledged',
      async () => {
        const { num_pending, num_ack_pending } = await consumers.info(STREAM, CONSUMER);
        return num_pending + num_ack_pending;
      },
      (messages) => messages === 0,
      { seconds: 120 },
    );
  }

  letters(): Promise<StoredLetter[]> {
    return this.broker.stage.query(
      'select subject, reason, deliveries from dead_letters order by stream, sequence',
    );
  }
}
