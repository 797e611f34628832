import { Inject, Injectable } from '@nestjs/common';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { DatabaseClient } from '#domain/postgres/database-client';
import { databaseSocket } from '#domain/postgres/database-sockets';
import { type Environment, requireDirectDatabaseUrl } from '#platform/config/environment';
import { ENVIRONMENT, LOGGER } from '#platform/tokens';

/**
 * The server ends a session that is silent for so long, and with it its locks: that is how a leader that hangs is
 * replaced. A leader that was not answered for a shorter time stops writing before.
 */
const SESSION_MILLISECONDS = 2_500;
const TRUST_MILLISECONDS = 2_000;
const ANSWER_MILLISECONDS = 1_500;

const CLAIM = `
  select exchange, pg_try_advisory_lock(hashtextextended('candle feed of ' || exchange, 0)) as "isOurs"
  from unnest($1::text[]) exchange`;
const WRITABLE = `select current_setting('transaction_read_only') = 'off' as "isWritable"`;
const RELEASE = `
  select pg_advisory_unlock(hashtextextended('candle feed of ' || exchange, 0)) from unnest($1::text[]) exchange`;

/**
 * One leader per exchange among all workers: who holds a lock in a session of the database. Each claim is also the sign of
 * life of those that are held.
 */
@Injectable()
export class FeedLeadership {
  private client: Client | undefined;
  private readonly held = new Set<string>();
  private confirmedAt = -Infinity;
  private sessionCount = 0;

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Grows when the locks were lost: for a while another worker may have led. */
  get session(): number {
    return this.sessionCount;
  }

  /** Whether this worker may write what it receives from the exchange, at this moment. */
  leads(exchange: string): boolean {
    return this.held.has(exchange) && performance.now() - this.confirmedAt < TRUST_MILLISECONDS;
  }

  /**
   * Those of the exchanges that this worker leads; others that it led it gives up. Throws when the database does not
   * answer: whether they are still led then shows at the next claim.
   */
  async claim(exchanges: readonly string[]): Promise<ReadonlySet<string>> {
    const client = (this.client ??= await this.connect());
    const requestedAt = performance.now();
    try {
      // A lock on a server that was replaced keeps nobody from leading on its successor.
      const { rows: sessions } = await client.query<{ isWritable: boolean }>(WRITABLE);
      if (!sessions[0].isWritable) throw new Error('The database is read-only');
      const unwanted = [...this.held].filter((exchange) => !exchanges.includes(exchange));
      if (unwanted.length > 0) await client.query(RELEASE, [unwanted]);
      for (const exchange of unwanted) this.held.delete(exchange);
      const missing = exchanges.filter((exchange) => !this.held.has(exchange));
      const { rows } = await client.query<{ exchange: string; isOurs: boolean }>(CLAIM, [missing]);
      for (const { exchange, isOurs } of rows) if (isOurs) this.held.add(exchange);
      this.confirmedAt = requestedAt;
      return new Set(this.held);
    } catch (error) {
      this.lose(client);
      throw error;
    }
  }

  /** Gives everything up, so that others need not wait. */
  async end(): Promise<void> {
    const { client } = this;
    if (!client) return;
    this.lose(client);
    await client.end().catch(() => undefined);
  }

  private async connect(): Promise<Client> {
    const client = new DatabaseClient({
      stream: databaseSocket,
      connectionString: requireDirectDatabaseUrl(this.environment),
      connectionTimeoutMillis: ANSWER_MILLISECONDS,
      query_timeout: ANSWER_MILLISECONDS,
      application_name: `${process.title} feed`,
      options: `-c idle_session_timeout=${SESSION_MILLISECONDS}`,
    });
    client.on('error', (error) => {
      this.logger.warn({ err: error }, 'The connection that leads feeds was lost');
      this.lose(client);
    });
    client.on('end', () => this.lose(client));
    await client.connect();
    this.sessionCount++;
    return client;
  }

  private lose(client: Client): void {
    if (this.client !== client) return;
    this.client = undefined;
    this.held.clear();
    client.end().catch(() => undefined);
  }
}
