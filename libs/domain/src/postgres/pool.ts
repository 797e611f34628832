import { Pool, type PoolConfig } from 'pg';
import type { DataSource } from 'typeorm';
import { Activity } from '#platform/tracing/activity';
import { DatabaseClient } from './database-client';
import { databaseSocket } from './database-sockets';
import type { StatementWatch } from './statement-watch';

/** The data source's own pg pool, for the paths where the ORM's way would cost several times as much. */
export function poolOf(dataSource: DataSource): Pool {
  const { master } = dataSource.driver as unknown as { master: Pool };
  if (!bound.has(master)) bindWaiters(master);
  return master;
}

const bound = new WeakSet<Pool>();

/** Who waits for a connection is called back by who returns one, and goes on as part of its own request or job all the same. */
function bindWaiters(pool: Pool): void {
  bound.add(pool);
  const connect = pool.connect.bind(pool) as (callback?: Waiter) => never;
  pool.connect = (callback?: Waiter) => connect(callback && Activity.bind(callback));
}

type Waiter = Parameters<Pool['connect']>[0];

const sessionPools = new WeakMap<DataSource, Pool>();

interface SessionSettings {
  readonly directUrl?: string;
  readonly max?: number;
  readonly statementWatch?: StatementWatch;
}

/** Connections that are sessions of the server, for locks that outlive a transaction: past the pooler, where there is one. */
export function sessionPoolOf(dataSource: DataSource): Pool {
  const { directUrl, max, statementWatch } = (dataSource.options as { extra?: SessionSettings }).extra ?? {};
  if (directUrl === undefined) return poolOf(dataSource);
  const opened = sessionPools.get(dataSource);
  if (opened) return opened;
  const settings: PoolConfig & Pick<SessionSettings, 'statementWatch'> = {
    connectionString: directUrl,
    Client: DatabaseClient,
    stream: databaseSocket,
    max,
    statementWatch,
    connectionTimeoutMillis: 5_000,
    allowExitOnIdle: true,
    application_name: `${process.title} locks`,
  };
  const pool = new Pool(settings);
  // A connection that breaks while nobody uses it is replaced by the next one.
  pool.on('error', () => undefined);
  sessionPools.set(dataSource, pool);
  return pool;
}
