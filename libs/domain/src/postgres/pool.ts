import { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { DatabaseClient } from './database-client';
import { databaseSocket } from './database-sockets';

/** The data source's own pg pool, for the paths where the ORM's way would cost several times as much. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { master: Pool }).master;
}

const sessionPools = new WeakMap<DataSource, Pool>();

/** Connections that are sessions of the server, for locks that outlive a transaction: past the pooler, where there is one. */
export function sessionPoolOf(dataSource: DataSource): Pool {
  const { directUrl, max } =
    (dataSource.options as { extra?: { directUrl?: string; max?: number } }).extra ?? {};
  if (directUrl === undefined) return poolOf(dataSource);
  const opened = sessionPools.get(dataSource);
  if (opened) return opened;
  const pool = new Pool({
    connectionString: directUrl,
    Client: DatabaseClient,
    stream: databaseSocket,
    max,
    connectionTimeoutMillis: 5_000,
    allowExitOnIdle: true,
    application_name: `${process.title} locks`,
  });
  // A connection that breaks while nobody uses it is replaced by the next one.
  pool.on('error', () => undefined);
  sessionPools.set(dataSource, pool);
  return pool;
}
