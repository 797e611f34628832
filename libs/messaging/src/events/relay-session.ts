import type { Socket } from 'node:net';
import pTimeout from 'p-timeout';
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
 * A session of the database that holds the lock of the relay, or waits for it, so that one process of all publishes. The position is
 * written in it: who has lost the lock writes none.
 */
export class RelaySession {
  private readonly lost = new AbortController();
  private wake: () => void = () => undefined;
  private life: Repetition | undefined;
  private previous: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly client: Client,
    private readonly socket: Socket,
  ) {
    client.on('error', (error) => this.lost.abort(error));
    client.on('end', () => this.lost.abort(new Error('The database closed the connection')));
    client.on('notification', () => this.wake());
  }

  static async open(databaseUrl: string): Promise<RelaySession> {
    const socket = databaseSocket();
    const client = new DatabaseClient({
      stream: () => socket,
      connectionString: databaseUrl,
      connectionTimeoutMillis: ANSWER_MILLISECONDS,
      query_timeout: ANSWER_MILLISECONDS,
      application_name: `${process.title} relay`,
      options: `-c idle_session_timeout=${SESSION_MILLISECONDS}`,
    });
    const session = new RelaySession(client, socket);
    try {
      await client.connect();
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  /** False: another process has the lock. The session is kept for the next try, which has to follow before the server ends it. */
  async tryToLead(): Promise<boolean> {
    const { rows } = await this.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(${LOCK_KEY}) as locked`,
    );
    if (!rows[0].locked) return false;
    await this.query(`listen ${EVENT_CHANNEL}`);
    this.showLife();
    return true;
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
    const closed = this.client.end().catch(() => undefined);
    // A server that hangs does not close its end.
    await pTimeout(closed, { milliseconds: ANSWER_MILLISECONDS, fallback: () => void this.socket.destroy() });
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
