import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import { connect, nanos, type NatsConnection } from '@nats-io/transport-node';
import { natsOptions } from './nats-options';

/** The JetStream stream that has every event. */
export const EVENT_STREAM = 'CANDELABRA';

const SUBJECT = 'candelabra.>';
const DAY_MILLISECONDS = 86_400_000;
/** For so long the broker drops what it has stored already; what comes again later is stored again. */
const DUPLICATES_MILLISECONDS = 120_000;

/** Of a new stream. As long as events are served over HTTP; files survive the broker. */
const SETTINGS: Partial<StreamConfig> & Pick<StreamConfig, 'name'> = {
  name: EVENT_STREAM,
  subjects: [SUBJECT],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  discard: DiscardPolicy.Old,
  max_age: nanos(DAY_MILLISECONDS),
  duplicate_window: nanos(DUPLICATES_MILLISECONDS),
};

/** Makes the stream. One that exists gets the subject if it lacks it and keeps what else its operator set, such as its replicas. */
export async function ensureEventStream(connection: NatsConnection): Promise<void> {
  const { streams } = await jetstreamManager(connection);
  const existing = await streams.info(EVENT_STREAM).catch((error: unknown) => {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound)
      return undefined;
    throw error;
  });
  if (!existing) {
    await streams.add(SETTINGS);
    return;
  }
  const { subjects } = existing.config;
  if (subjects.includes(SUBJECT)) return;
  // Subjects of a stream must not overlap.
  const others = subjects.filter((subject) => !subject.startsWith(SUBJECT.slice(0, -1)));
  await streams.update(EVENT_STREAM, { subjects: [...others, SUBJECT] });
}

/** The same on a connection of its own, for the migration. */
export async function migrateEventStream(address: string): Promise<void> {
  await withBroker(address, ensureEventStream);
}

/** Works on a connection of its own. */
export async function withBroker(
  address: string,
  work: (connection: NatsConnection) => Promise<void>,
): Promise<void> {
  const connection = await connect(natsOptions(address));
  try {
    await work(connection);
  } finally {
    await connection.close();
  }
}
