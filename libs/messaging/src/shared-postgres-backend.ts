import {
  type BackendFactory,
  DEFAULT_SCHEMA,
  PostgresConnection,
  PostgresQueueBackend,
  type QueueBaseOptions,
} from 'bullmq';
import { Pool } from 'pg';
import { databaseSocket } from '#domain/postgres/database-sockets';
import { OrderedClient } from '#domain/postgres/ordered-client';

const CONNECT_TIMEOUT_MILLISECONDS = 5_000;
/** The most of a process: one listens where jobs are taken, the others have statements of milliseconds. */
const CONNECTIONS = 5;
/** A listener that is cut without notice finds out after this and the system's retries. */
const KEEP_ALIVE_MILLISECONDS = 10_000;

/** By the address of the database; without those that are closing or could not be opened. */
const connections = new Map<string, SharedConnection>();

/** The connections of all queues of a process, to add and to take jobs; closed with the last of these. */
class SharedConnection extends PostgresConnection {
  private users = 0;

  static to(databaseUrl: string): SharedConnection {
    const connection =
      connections.get(databaseUrl) ?? new SharedConnection(databaseUrl, openPool(databaseUrl));
    connection.users++;
    return connection;
  }

  private constructor(
    private readonly databaseUrl: string,
    private readonly ownPool: Pool,
  ) {
    super(ownPool);
    // Each queue listens to its events.
    this.setMaxListeners(0);
    connections.set(databaseUrl, this);
    // It remembers for ever that it could not be opened: the next queue gets another one.
    this.waitUntilReady().catch(() => this.retire());
  }

  override async getListenClient(): ReturnType<PostgresConnection['getListenClient']> {
    const client = await super.getListenClient();
    (client as unknown as OrderedClient).setMaxListeners(0);
    return client;
  }

  override async close(): Promise<void> {
    if (--this.users > 0) return;
    this.retire();
    await super.close();
    await this.ownPool.end();
  }

  private retire(): void {
    if (connections.get(this.databaseUrl) === this) connections.delete(this.databaseUrl);
  }
}

function openPool(connectionString: string): Pool {
  return new Pool({
    connectionString,
    // The queues of a process begin to listen at once, over one connection.
    Client: OrderedClient,
    options: `-c search_path=${DEFAULT_SCHEMA}`,
    stream: databaseSocket,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MILLISECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MILLISECONDS,
    application_name: `${process.title} queue`,
  });
}

/** BullMQ's own factory opens a pool for each queue and a listening connection for each consumer: 33 of a worker. */
export const createSharedPostgresBackend: BackendFactory = (name, options) => {
  // Their types are written for Redis.
  const { connectionString } = options.connection as unknown as { connectionString: string };
  return new PostgresQueueBackend(
    SharedConnection.to(connectionString),
    name,
    options as unknown as QueueBaseOptions<Pool>,
  );
};
