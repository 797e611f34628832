import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { databasePrefix, dropDatabase, onTestServer, testServerUrl } from './test-server';

const TEMPLATE_LOCK_KEY = 8_003_176_361;

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A database with a connection of the suite's own, which ends before the database is dropped. */
export interface ConnectedDatabase extends TestDatabase {
  readonly client: Client;
}

/** What a database has besides the schema, by a name that it is kept under. */
export interface TestContent {
  readonly name: string;
  readonly store: (databaseUrl: string) => Promise<void>;
}

/** A fresh database with the whole schema, the queue's included, for one suite. */
export async function createTestDatabase(content?: TestContent): Promise<TestDatabase> {
  return createDatabase(async (client, name) => {
    if (await hasTimescale(client)) {
      // The extension's own processes stay connected to a database, which cannot be a template then.
      await client.query(`create database ${name}`);
      await migrateAll(name);
      await content?.store(testServerUrl(name));
    } else {
      await client.query(`create database ${name} template ${await ensureTemplateWith(client, content)}`);
    }
  });
}

/** A database without a schema, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase((client, name) => client.query(`create database ${name}`));
}

/** The caller drops what this answers, not the database that it was given. */
export async function connectTo(database: TestDatabase): Promise<ConnectedDatabase> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  return {
    url: database.url,
    client,
    drop: async () => {
      await client.end();
      await database.drop();
    },
  };
}

async function createDatabase(
  create: (client: Client, name: string) => Promise<unknown>,
): Promise<TestDatabase> {
  const name = databasePrefix() + randomBytes(4).toString('hex');
  await onTestServer((client) => create(client, name));
  return {
    url: testServerUrl(name),
    drop: () => onTestServer((client) => dropDatabase(client, name)),
  };
}

/** The templates are made by whichever test process comes first; the others wait. */
async function ensureTemplateWith(client: Client, content?: TestContent): Promise<string> {
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK_KEY]);
  try {
    const schema = await ensureTemplate(client, 'template', 'template1', migrateAll);
    if (!content) return schema;
    return await ensureTemplate(client, content.name, schema, (name) => content.store(testServerUrl(name)));
  } finally {
    await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK_KEY]);
  }
}

/** It is known by its final name only once it is whole. */
async function ensureTemplate(
  client: Client,
  name: string,
  origin: string,
  fill: (database: string) => Promise<void>,
): Promise<string> {
  const [template, draft] = [`${databasePrefix()}${name}`, `${databasePrefix()}draft`];
  const existing = await client.query('select from pg_database where datname = $1', [template]);
  if (existing.rowCount === 0) {
    await dropDatabase(client, draft);
    await client.query(`create database ${draft} template ${origin}`);
    await fill(draft);
    await client.query(`alter database ${draft} rename to ${template}`);
  }
  return template;
}

async function migrateAll(database: string): Promise<void> {
  // Only the first suite of a run evaluates all these modules.
  const { migrate } = await import('#domain/database/migrate');
  const { migrateQueueSchema } = await import('#messaging/queue-schema');
  await migrate(testServerUrl(database), migrateQueueSchema);
}

async function hasTimescale(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_available_extensions where name = 'timescaledb'`);
  return rowCount !== 0;
}
