import {
  AckPolicy,
  type Consumer,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import { subjectPrefix, TRADING_KINDS, type TradingKind } from '#domain/trading/trading-delivery';
import { ACKNOWLEDGE_MILLISECONDS } from './acknowledge-milliseconds';
import { withBroker } from './event-stream';

/** The JetStream stream of fills and positions, where none of the operator has them. */
const TRADING_STREAM = 'TRADING';
const SUBJECT = 'trading.>';
/** For so long a worker that has stopped may be away, and what it has stored is sent again without harm. */
const MONTH_MILLISECONDS = 30 * 86_400_000;
/** Shared by all workers. */
const CONSUMERS: Readonly<Record<TradingKind, string>> = {
  fill: 'candelabra-fills',
  position: 'candelabra-positions',
};
/** Delivered and not acknowledged, over all workers. */
const MOST_UNACKNOWLEDGED = 5_000;

const SETTINGS: Partial<StreamConfig> & Pick<StreamConfig, 'name'> = {
  name: TRADING_STREAM,
  subjects: [SUBJECT],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  discard: DiscardPolicy.Old,
  max_age: nanos(MONTH_MILLISECONDS),
};

/** The consumer of a kind; it is made where there is none, as is the stream. One that exists keeps what its operator set. */
export async function openTradingConsumer(connection: NatsConnection, kind: TradingKind): Promise<Consumer> {
  const manager = await jetstreamManager(connection);
  const stream = await ensureStream(manager, kind);
  const name = CONSUMERS[kind];
  const existing = await orAbsent(manager.consumers.info(stream, name), JetStreamApiCodes.ConsumerNotFound);
  if (!existing) {
    await manager.consumers.add(stream, {
      durable_name: name,
      filter_subject: `${subjectPrefix(kind)}>`,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ACKNOWLEDGE_MILLISECONDS),
      deliver_policy: DeliverPolicy.All,
      // Deliveries are counted by who ingests: what fails five times is kept in the database, then acknowledged.
      max_deliver: -1,
      max_ack_pending: MOST_UNACKNOWLEDGED,
    });
  }
  return manager.jetstream().consumers.get(stream, name);
}

/** Makes stream and consumers, for the migration. */
export async function migrateTradingStream(address: string): Promise<void> {
  await withBroker(address, async (connection) => {
    for (const kind of TRADING_KINDS) await openTradingConsumer(connection, kind);
  });
}

/** How many messages of each kind no worker has acknowledged: those that were not delivered yet, and those on their way. */
export async function tradingLag(connection: NatsConnection): Promise<ReadonlyMap<TradingKind, number>> {
  const lag = new Map<TradingKind, number>();
  for (const kind of TRADING_KINDS) {
    const consumer = await openTradingConsumer(connection, kind);
    const { num_pending, num_ack_pending } = await consumer.info(true);
    lag.set(kind, num_pending + num_ack_pending);
  }
  return lag;
}

/** The name of the stream that has the messages of a kind. Who adds it at the same time as another adds the same. */
async function ensureStream({ streams }: JetStreamManager, kind: TradingKind): Promise<string> {
  const wanted = `${subjectPrefix(kind)}>`;
  const overlapping: StreamConfig[] = [];
  for await (const { config } of streams.list(SUBJECT)) overlapping.push(config);
  const isCovered = ({ subjects }: StreamConfig) => subjects.some((subject) => covers(subject, wanted));
  const covering = overlapping.find(isCovered);
  if (covering) return covering.name;
  const own = await orAbsent(streams.info(TRADING_STREAM), JetStreamApiCodes.StreamNotFound);
  if (own && isCovered(own.config)) return TRADING_STREAM;
  if (own) await streams.update(TRADING_STREAM, { subjects: [...own.config.subjects, wanted] });
  // Subjects of streams must not overlap: the other kind may be in a stream of the operator.
  else await streams.add({ ...SETTINGS, subjects: [overlapping.length > 0 ? wanted : SUBJECT] });
  return TRADING_STREAM;
}

/** Whether every subject that `wanted` matches is matched by `subject`; `wanted` ends in `>`. */
function covers(subject: string, wanted: string): boolean {
  const [tokens, others] = [subject.split('.'), wanted.split('.')];
  for (const [index, token] of tokens.entries()) {
    if (token === '>') return others.length > index;
    if (index >= others.length || others[index] === '>') return false;
    if (token !== '*' && token !== others[index]) return false;
  }
  return false;
}

async function orAbsent<T>(answer: Promise<T>, code: number): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === code) return undefined;
    throw error;
  }
}
