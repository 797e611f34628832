import type { DataSource, EntityManager } from 'typeorm';

/** Works that one process of all does at a time; the numbers are the keys of advisory locks. */
const LOCK_KEYS = {
  'count the quality of series': 8_003_176_371,
  'roll candles up': 8_003_176_372,
  'delete what is old': 8_003_176_373,
} as const;

/**
 * Does the work, unless another process is at it: then there is nothing to do. A process that dies lets go of it. What is
 * asked through the manager waits for no lock longer than a second, so that nobody who leaves has to wait for it.
 */
export async function exclusively(
  dataSource: DataSource,
  what: keyof typeof LOCK_KEYS,
  work: (manager: EntityManager) => Promise<unknown>,
): Promise<void> {
  await dataSource.transaction(async (manager) => {
    const [{ locked }] = await manager.query<[{ locked: boolean }]>(
      'select pg_try_advisory_xact_lock($1) as locked',
      [LOCK_KEYS[what]],
    );
    if (!locked) return;
    await manager.query(`set local lock_timeout = '1s'`);
    await work(manager);
  });
}
