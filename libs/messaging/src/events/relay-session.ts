import type { Client, QueryResult, QueryResultRow } from 'pg';
import { DatabaseClient } from '#domain/postgres/database-client';
import { databaseSocket } from '#domain/postgres/database-sockets';
import { EVENT_CHANNEL } from '#domain/events/event-numbers';
import { type Repetition, repeat } from '#platform/shutdown/repeat';

/** Another key than those of LOCK_KEYS. */
const LOCK_KEY = 8_003_176_376;
const OUTLET = 'nats';
/** The server ends a session that is silent for so long, and with it its lock: that is how a process that hangs is replaced. */
const SESSION_MILLISECONDS = 10_000;
const LIFE_MILLISECONDS = 3_000;
const ANSWER_MILLISECONDS = 5_000;

/**
 * A session of the database that holds the lock of the relay, so that one process of all publishes. The position is written in
 * it: who has lost the lock writes none.
 */
export class RelaySession {
  private readonly lost = new AbortController();
  private wake: () => void = () => undefined;
  private life: Repetition | undefined;
  private previous: Promise<unknown> = Promise.resolve();

  private constructor(private readonly client: Client) {
    client.on('error', (error) => this.lost.abort(error));
    client.on('end', () => this.lost.abort(new Error('The database closed the connection')));
    client.on('notification', () => this.wake());
  }

  /** Undefined: another process has the lock. */
  static async open(databaseUrl: string): Promise<RelaySession | undefined> {
    const client = new DatabaseClient({
      stream: databaseSocket,
      connectionString: databaseUrl,
      connectionTimeoutMillis: ANSWER_MILLISECONDS,
      query_timeout: ANSWER_MILLISECONDS,
      application_name: `${process.title} relay`,
      options: `-c idle_session_timeout=${SESSION_MILLISECONDS}`,
    });
    const session = new RelaySession(client);
    try {
      await client.connect();
      const { rows } = await client.query<{ locked: boolean }>(
        `select pg_try_advisory_lock(${LOCK_KEY}) as locked`,
      );
      if (rows[0].locked) {
        await client.query(`listen ${EVENT_CHANNEL}`);
        session.showLife();
        return session;
      }
    } catch (error) {
      await session.close();
      throw error;
    }
    await session.close();
    return undefined;
  }

  get isLost(): boolean {
    return this.lost.signal.aborted;
  }

  /** Everything up to it was acknowledged by the broker; 0 before the first time. */
  async position(): Promise<number> {
    const { rows } = await this.query<{ position: number }>(
      'select position::float8 as position from event_relay_positions where outlet = $1',
      [OUTLET],
    );
    return rows.at(0)?.position ?? 0;
  }

  async keep(position: number): Promise<void> {
    await this.query(
      `insert into event_relay_positions (outlet, position, updated_at) values ($1, $2, now())
       on conflict (outlet) do update set position = excluded.position, updated_at = excluded.updated_at`,
      [OUTLET, position],
    );
  }

  /** Resolves at the next notice of new events. Take it before reading, so that none falls between the two. */
  next(): Promise<void> {
    return new Promise((resolve) => (this.wake = resolve));
  }

  async close(): Promise<void> {
    await this.life?.stop();
    await this.client.end().catch(() => undefined);
  }

  private showLife(): void {
    this.life = repeat(
      () => this.query('select 1'),
      LIFE_MILLISECONDS,
      (error) => this.lost.abort(error),
    );
  }

  /** One after the other, as a connection works. */
  private query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>> {
    const result = this.previous.then(() => this.client.query<Row>(text, values));
    this.previous = result.catch(() => undefined);
    return result;
  }
}
