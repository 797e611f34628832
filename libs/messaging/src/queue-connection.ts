import { type ConnectionOptions, createPostgresBackend, setDefaultBackendFactory } from 'bullmq';
import { databaseSocket } from '#domain/postgres/database-sockets';
import { type Environment, requireDirectDatabaseUrl } from '#platform/config/environment';

export const QUEUE_SCHEMA = 'bullmq';

const CONNECT_TIMEOUT_MILLISECONDS = 5_000;
const POSTGRES_CONNECTIONS = 4;

interface QueueConnections {
  /** For adding and querying: fails at once while the queue is away, the outbox keeps what could not be added. */
  readonly producer: ConnectionOptions;
  /** For waiting on jobs: reconnects for as long as it takes. */
  readonly consumer: ConnectionOptions;
}

/** The one switch between BullMQ's backends: Redis when `REDIS_URL` is set, else the Postgres of the database. */
export function queueConnections(environment: Environment): QueueConnections {
  if (environment.redisUrl) {
    setDefaultBackendFactory();
    const redis = { url: environment.redisUrl, connectTimeout: CONNECT_TIMEOUT_MILLISECONDS };
    return {
      producer: { ...redis, maxRetriesPerRequest: 1, enableOfflineQueue: false },
      consumer: { ...redis, maxRetriesPerRequest: null },
    };
  }
  setDefaultBackendFactory(createPostgresBackend);
  // The backend takes pg's options where the types, written for Redis, do not know them.
  const postgres = {
    connectionString: requireDirectDatabaseUrl(environment),
    schema: QUEUE_SCHEMA,
    stream: databaseSocket,
    max: POSTGRES_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MILLISECONDS,
    application_name: `${process.title} queue`,
  } as unknown as ConnectionOptions;
  return { producer: postgres, consumer: postgres };
}
