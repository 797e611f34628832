import type { PoolClient } from 'pg';
import type { Socket } from 'node:net';
import { withConnection } from '#domain/postgres/with-connection';
import { openStorage, type Storage } from '../support/storage';

const BACKEND = 'select pg_backend_pid() as pid';

describe('withConnection', () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openStorage({ poolSize: 1 });
  });
  afterAll(() => storage.close());

  const work = (text: string) => (client: PoolClient) => client.query<{ pid: number }>(text);
  const backend = async () => (await withConnection(storage.pool, work(BACKEND))).rows[0].pid;

  it('gives the connection back for the next one', async () => {
    expect(await backend()).toBe(await backend());
  });

  it('closes it after a failure, so that nobody inherits an open transaction', async () => {
    const before = await backend();
    const failing = withConnection(storage.pool, async (client) => {
      await client.query('begin');
      await client.query('select 1 / 0');
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(await backend()).not.toBe(before);
  });

  it('rejects when the network breaks in a statement, and the process goes on', async () => {
    const failing = withConnection(storage.pool, async (client) => {
      const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
      const asleep = client.query('select pg_sleep(60)');
      stream.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
      await asleep;
    });
    await expect(failing).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await backend()).toBeGreaterThan(0);
  });
});
