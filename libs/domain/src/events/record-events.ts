import type { DataSource } from 'typeorm';
import { eventLogOf, type EventTransaction } from '../event-log/event-log';
import type { EventData, EventKind } from './events';

/**
 * Records events of one kind in a transaction, as one row: at most a thousand. Kinds that many of come at once, of candles and
 * funding, are recorded by the statements that store them.
 */
export function recordEvents<Kind extends EventKind>(
  dataSource: DataSource,
  transaction: EventTransaction,
  kind: Kind,
  events: readonly EventData<Kind>[],
): Promise<void> {
  return eventLogOf(dataSource).insert(transaction, kind, events);
}
