import { Client } from 'pg';

/**
 * Makes future chunks of the candles span so many days; those that exist stay as they are. False where that is so already, or the
 * candles are no hypertable. Only the owner of the table may do it.
 */
export async function setChunkLength(databaseUrl: string, days: number): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    if (!(await hasChunks(client))) return false;
    const { rowCount } = await client.query(
      `select set_chunk_time_interval(format('%I.%I', hypertable_schema, hypertable_name)::regclass, make_interval(days => $1))
       from timescaledb_information.dimensions
       where (hypertable_schema, hypertable_name) = (current_schema(), 'candlesticks') and time_interval <> make_interval(days => $1)`,
      [days],
    );
    return rowCount === 1;
  } finally {
    await client.end();
  }
}

/** Whether the database has TimescaleDB. */
export async function hasChunks(client: Pick<Client, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select exists (select from pg_extension where extname = 'timescaledb')`,
  );
  return rows[0].exists;
}
