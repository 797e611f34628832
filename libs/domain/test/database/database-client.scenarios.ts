import { Pool } from 'pg';
import { DatabaseClient } from '#domain/postgres/database-client';
import { openStorage, type Storage } from '../support/storage';

describe('a client that a pool has lent', () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openStorage({ poolSize: 2 });
  });
  afterAll(() => storage.close());

  it('does not end the process when the server ends its connection between two statements', async () => {
    const pool = new Pool({ connectionString: storage.url, Client: DatabaseClient, max: 1 });
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    // `once` of node:events would listen for errors.
    const closed = new Promise((resolve) => client.once('end', resolve));
    await storage.pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await closed;
    await expect(client.query('select 1')).rejects.toThrow();
    client.release(true);
    await pool.end();
  });
});
