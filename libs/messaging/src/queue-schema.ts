import { runMigrations } from 'bullmq';
import { Client } from 'pg';

/** Makes or updates the tables of the queue's Postgres backend. Harmless where Redis holds the queue. */
export async function migrateQueueSchema(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await runMigrations(client);
  } finally {
    await client.end();
  }
}
