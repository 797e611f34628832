import { EventEmitter, once } from 'node:events';
import { exclusively, LOCK_KEYS } from '#domain/postgres/exclusively';
import { readEnvironment } from '#platform/config/environment';
import { openStorage, type Storage } from '../support/storage';

const WORK = 'roll candles up';

describe('exclusively', () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openStorage();
  });
  afterAll(() => storage.close());

  const holders = async () => {
    const { rows } = await storage.pool.query<{ pid: number; query: string }>(
      `select pid, query from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and granted and datname = current_database()`,
    );
    return rows;
  };

  it('leaves the work to who is at it, and can be had again afterwards', async () => {
    const done: string[] = [];
    await exclusively(storage.dataSource, WORK, async () => {
      await exclusively(storage.dataSource, WORK, () => Promise.resolve(done.push('second')));
      await exclusively(storage.dataSource, 'delete what is old', () => Promise.resolve(done.push('other')));
      done.push('first');
    });
    expect(await holders()).toEqual([]);
    await exclusively(storage.dataSource, WORK, () => Promise.resolve(done.push('third')));
    expect(done).toEqual(['other', 'first', 'third']);
  });

  it('gets every work done at once with the fewest connections that a process may have', async () => {
    const works = Object.keys(LOCK_KEYS) as (keyof typeof LOCK_KEYS)[];
    const fewest = 6;
    expect(() => readEnvironment({ DATABASE_POOL_SIZE: String(fewest - 1) })).toThrow(`from ${fewest} to`);
    const small = await openStorage({ poolSize: fewest });
    try {
      const held: string[] = [];
      const all = new EventEmitter();
      await Promise.all(
        works.map((work) =>
          exclusively(small.dataSource, work, async () => {
            held.push(work);
            if (held.length === works.length) all.emit('held');
            else await once(all, 'held');
            await Promise.all(Array.from({ length: 5 }, () => small.pool.query('select 1')));
          }),
        ),
      );
      expect(held.sort()).toEqual([...works].sort());
    } finally {
      await small.close();
    }
  });

  it('lets go after a failure, which it reports', async () => {
    const failing = exclusively(storage.dataSource, WORK, () => Promise.reject(new Error('no use')));
    await expect(failing).rejects.toThrow('no use');
    // The server notices some time after it that the connection is closed.
    while ((await holders()).length > 0);
    const done: string[] = [];
    await exclusively(storage.dataSource, WORK, () => Promise.resolve(done.push('next')));
    expect(done).toEqual(['next']);
  });

  it("keeps the lock's connection talking while the work goes on over others", async () => {
    let query = '';
    await exclusively(
      storage.dataSource,
      WORK,
      async () => {
        while (query !== 'select 1') query = (await holders())[0].query;
      },
      { heartbeatMilliseconds: 20 },
    );
    expect(query).toBe('select 1');
  });

  it('stops the work when the lock is lost, and rejects', async () => {
    const losing = exclusively(storage.dataSource, WORK, async (ending) => {
      const stopped = once(ending, 'abort');
      await storage.pool.query('select pg_terminate_backend($1, 10000)', [(await holders())[0].pid]);
      await stopped;
    });
    await expect(losing).rejects.toThrow('terminating connection due to administrator command');
    expect(await holders()).toEqual([]);
  });

  it('stops the work when the process stops, which is no failure', async () => {
    const stop = new AbortController();
    await exclusively(
      storage.dataSource,
      WORK,
      async (ending) => {
        const stopped = once(ending, 'abort');
        stop.abort();
        await stopped;
      },
      { stop: stop.signal },
    );
    expect(await holders()).toEqual([]);
  });
});
