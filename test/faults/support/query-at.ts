import { Client, type QueryResultRow } from 'pg';

/** The rows of a statement, on a connection of its own: those of a scenario do not outlive what it does to the server. */
export async function queryAt<Row extends QueryResultRow>(
  connectionString: string,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
