import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions';
import { DatabaseClient, PooledClient } from '../postgres/database-client';
import { databaseSocket } from '../postgres/database-sockets';
import { ENTITIES } from './entities';
import { MIGRATIONS } from './migrations';
import { silenceBreakingSocket } from '../postgres/silence-breaking-socket';
import { SnakeCaseNaming } from '../postgres/snake-case-naming';
import type { StatementWatch } from '../postgres/statement-watch';

const CONNECT_TIMEOUT_MILLISECONDS = 5_000;
/** Ten slow statements would otherwise hold every connection of the pool and stall the rest. */
const STATEMENT_TIMEOUT_MILLISECONDS = 30_000;
const SILENCE_GRACE_MILLISECONDS = 5_000;

interface DatabaseSettings {
  readonly databaseUrl: string;
  /** Given where `databaseUrl` is that of a pooler in transaction mode. */
  readonly directUrl?: string;
  readonly databasePoolSize: number;
  /** 0: none. */
  readonly statementTimeoutMilliseconds?: number;
  /** Whether what is written is recorded as events. */
  readonly recordsEvents?: boolean;
  readonly statementWatch?: StatementWatch;
}

export function dataSourceOptions({
  databaseUrl,
  directUrl,
  databasePoolSize,
  statementTimeoutMilliseconds = STATEMENT_TIMEOUT_MILLISECONDS,
  recordsEvents = true,
  statementWatch,
}: DatabaseSettings): PostgresDataSourceOptions {
  return {
    type: 'postgres',
    url: databaseUrl,
    namingStrategy: new SnakeCaseNaming(),
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTransactionMode: 'each',
    extra: {
      max: databasePoolSize,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MILLISECONDS,
      application_name: process.title,
      ...(directUrl === undefined
        ? {
            Client: DatabaseClient,
            statement_timeout: statementTimeoutMilliseconds,
            options: '-c timezone=UTC',
          }
        : // A pooler refuses settings that it does not know.
          { Client: PooledClient }),
      directUrl,
      recordsEvents,
      statementWatch,
      // Longer than any statement may take, and than the pool keeps a connection that nobody uses.
      stream: () =>
        statementTimeoutMilliseconds > 0
          ? silenceBreakingSocket(statementTimeoutMilliseconds + SILENCE_GRACE_MILLISECONDS)
          : databaseSocket(),
    },
  };
}
