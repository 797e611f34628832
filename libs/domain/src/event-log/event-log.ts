import type { DataSource } from 'typeorm';

/** A transaction, or a pool where the statement is one of its own. */
export interface EventTransaction {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

const INSERT = `
  insert into events (kind, exchange, symbol, interval, event_count, content, bytes)
  select $1, $2, $3, $4, $5, content, pg_column_size(content) from (select $6::jsonb as content) event`;

const logs = new WeakMap<DataSource, EventLog>();

/** The log of a database: the same for every caller. */
export function eventLogOf(dataSource: DataSource): EventLog {
  const { recordsEvents = true } =
    (dataSource.options as { extra?: { recordsEvents?: boolean } }).extra ?? {};
  const log = logs.get(dataSource) ?? new EventLog(recordsEvents);
  logs.set(dataSource, log);
  return log;
}

/** Records events in the transactions of what they report: they exist when that has committed, and never without it. */
export class EventLog {
  private readonly listeners = new Set<() => void>();

  /** With `isOn` false nothing is recorded. */
  constructor(readonly isOn: boolean) {}

  /** One row; recordEvents says what it holds. */
  async insert(transaction: EventTransaction, kind: string, content: readonly object[]): Promise<void> {
    if (!this.isOn || content.length === 0) return;
    const shared = (name: string) => sharedText(content, name);
    const values = [kind, shared('exchange'), shared('symbol'), shared('interval'), content.length];
    await transaction.query(INSERT, [...values, JSON.stringify(content)]);
    this.recorded();
  }

  /** To be called when a statement has recorded events by itself. */
  recorded(): void {
    if (this.isOn) for (const listener of this.listeners) listener();
  }

  /** Called while or after something is recorded here, perhaps before it commits. Answers how to stop that. */
  onRecorded(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** What all of the objects have under a name; null where they differ or have none. */
function sharedText(objects: readonly object[], name: string): string | null {
  const values = new Set(objects.map((object) => (object as Record<string, string | null>)[name] ?? null));
  return values.size === 1 ? [...values][0] : null;
}
