import { setTimeout as delay } from 'node:timers/promises';
import { AckPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { EVENT_STREAM } from '#messaging/broker/event-stream';
import { natsOptions } from '#messaging/broker/nats-options';

const NEVER = 'never-acknowledges';
const SLOWLY = 'acknowledges-slowly';
const ACKNOWLEDGE_MILLISECONDS = 1_000;

interface SlowConsumers {
  /** The number in the stream of the last message that each consumer has received. */
  received(): Promise<number[]>;
  close(): Promise<void>;
}

/** Two durable consumers of all events, one message at a time: one never acknowledges, one a second after it has received. */
export async function openSlowConsumers(natsUrl: string): Promise<SlowConsumers> {
  const connection = await connect(natsOptions(natsUrl));
  const { consumers } = await jetstreamManager(connection);
  const consume = async (name: string, callback: (message: { ack(): void }) => void) => {
    const ack_policy = AckPolicy.Explicit;
    await consumers.add(EVENT_STREAM, { durable_name: name, ack_policy, max_ack_pending: 1 });
    const consumer = await jetstream(connection).consumers.get(EVENT_STREAM, name);
    await consumer.consume({ callback });
  };
  const over = new AbortController();
  await consume(NEVER, () => undefined);
  await consume(SLOWLY, (message) => {
    delay(ACKNOWLEDGE_MILLISECONDS, undefined, { signal: over.signal }).then(
      () => message.ack(),
      () => undefined,
    );
  });
  return {
    received: () =>
      Promise.all(
        [NEVER, SLOWLY].map(async (name) => (await consumers.info(EVENT_STREAM, name)).delivered.stream_seq),
      ),
    close: () => {
      over.abort();
      return connection.close();
    },
  };
}
