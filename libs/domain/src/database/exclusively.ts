import type { DataSource } from 'typeorm';

/** Works that one process of all does at a time; the numbers are the keys of advisory locks. */
const LOCK_KEYS = {
  'count the quality of series': 8_003_176_371,
  'roll candles up': 8_003_176_372,
  'delete what is old': 8_003_176_373,
} as const;

/** Does the work, unless another process is at it: then there is nothing to do. A process that dies lets go of it. */
export async function exclusively(
  dataSource: DataSource,
  what: keyof typeof LOCK_KEYS,
  work: () => Promise<unknown>,
): Promise<void> {
  await dataSource.transaction(async (manager) => {
    const [{ locked }] = await manager.query<[{ locked: boolean }]>(
      'select pg_try_advisory_xact_lock($1) as locked',
      [LOCK_KEYS[what]],
    );
    if (locked) await work();
  });
}
