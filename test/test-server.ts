import { Client } from 'pg';

/** The address of the Postgres of this run, with the given database in place of its own. */
export function testServerUrl(database?: string): string {
  const url = new URL(required('TEST_DATABASE_URL'));
  if (database !== undefined) url.pathname = `/${database}`;
  return url.href;
}

/** The names of databases of this run begin like this, so that two runs on one server do not meet. */
export function databasePrefix(): string {
  return `candelabra_test_${required('TEST_RUN_ID')}_`;
}

export async function onTestServer<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: testServerUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function dropDatabase(client: Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${name} with (force)`);
}

export async function dropDatabasesOfRun(): Promise<void> {
  await onTestServer(async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [databasePrefix()],
    );
    for (const { datname } of rows) await dropDatabase(client, datname);
  });
}

function required(variable: string): string {
  const value = process.env[variable];
  if (value) return value;
  throw new Error(
    `${variable} is not set: tests on Postgres run in a Jest project that has the global setup`,
  );
}
