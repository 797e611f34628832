import type { Pool } from 'pg';

const DEADLINE_MILLISECONDS = 60_000;

/** The process id of a connection that waits for a lock, as soon as there is one whose statement is like the pattern. */
export async function blockedConnection(pool: Pool, statement = '%'): Promise<number> {
  const deadline = performance.now() + DEADLINE_MILLISECONDS;
  for (;;) {
    const { rows } = await pool.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
      [statement],
    );
    if (rows.length > 0) return rows[0].pid;
    if (performance.now() > deadline) throw new Error(`No statement like ${statement} waits for a lock`);
  }
}
