import type { Pool, PoolClient } from 'pg';

/**
 * Work of several statements on one connection of the pool. After a failure the connection is closed: whatever the database
 * still does for it ends.
 */
export async function withConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A connection that breaks fails its statement, which is awaited, and emits again; nobody listening ends the process.
  client.on('error', ignore);
  try {
    const result = await work(client);
    client.removeListener('error', ignore);
    client.release();
    return result;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

function ignore(): void {}
