import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { runAnnounced } from './breaking-migrations';
import { dataSourceOptions } from './data-source-options';
import { DatabaseClient } from '../postgres/database-client';
import { OrderedClient } from '../postgres/ordered-client';

/** Any constant that nobody else in the database uses; processes that migrate at once queue up for it. */
const MIGRATION_LOCK_KEY = 8_003_176_360;

/**
 * Brings the schema up to date and answers the names of the migrations it ran. Any number of processes may do this at
 * once: one works, the others wait and find nothing to do. `migrateQueue` runs under the same lock and first: whoever finds
 * that the schema is up to date finds the tables of the queue.
 */
export async function migrate(
  databaseUrl: string,
  migrateQueue?: (databaseUrl: string) => Promise<void>,
): Promise<string[]> {
  const lockHolder = new Client({ connectionString: databaseUrl });
  await lockHolder.connect();
  try {
    await lockHolder.query('begin');
    await lockHolder.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK_KEY]);
    await migrateQueue?.(databaseUrl);
    const ran = await runMigrations(databaseUrl);
    await lockHolder.query('commit');
    return ran;
  } finally {
    await lockHolder.end();
  }
}

async function runMigrations(databaseUrl: string): Promise<string[]> {
  return withDataSource(databaseUrl, (dataSource) => runAnnounced(dataSource));
}

/** The statements that would bring the schema to what the entities say; none when the two agree. */
export async function findSchemaDrift(databaseUrl: string): Promise<string[]> {
  return withDataSource(
    databaseUrl,
    async (dataSource) => {
      const difference = await dataSource.driver.createSchemaBuilder().log();
      return difference.upQueries.map(({ query }) => query);
    },
    OrderedClient,
  );
}

async function withDataSource<T>(
  databaseUrl: string,
  work: (dataSource: DataSource) => Promise<T>,
  Client: typeof DatabaseClient = DatabaseClient,
): Promise<T> {
  // An index over years of candles takes as long as it takes.
  const options = dataSourceOptions({ databaseUrl, databasePoolSize: 2, statementTimeoutMilliseconds: 0 });
  const dataSource = new DataSource({ ...options, extra: { ...(options.extra as object), Client } });
  await dataSource.initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
