import { type ConnectionOptions, setDefaultBackendFactory } from 'bullmq';
import { type Environment, requireDirectDatabaseUrl } from '#platform/config/environment';
import { createSharedPostgresBackend } from './shared-postgres-backend';

const CONNECT_TIMEOUT_MILLISECONDS = 5_000;

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
  setDefaultBackendFactory(createSharedPostgresBackend);
  // The types, written for Redis, do not know it.
  const postgres = {
    connectionString: requireDirectDatabaseUrl(environment),
  } as unknown as ConnectionOptions;
  return { producer: postgres, consumer: postgres };
}
