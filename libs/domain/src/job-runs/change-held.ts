import type { DataSource, EntityManager } from 'typeorm';

/** Holds a run while something is written for it: nobody takes it away before that is committed. `$1` is its token. */
const HELD = `select job, subject from job_runs where token = $1 and status = 'running' for update`;

/**
 * Changes the record that a run is about while it is under way, by the record's id: `set` is SQL, whose first value is `$2`. False,
 * and nothing written, when the token no longer holds.
 */
export async function changeHeld(
  dataSource: DataSource,
  token: string,
  table: string,
  set: string,
  values: readonly unknown[] = [],
): Promise<boolean> {
  const rows = await dataSource.query<unknown[]>(
    `with run as (${HELD}),
     changed as (update ${table} set ${set} from run where ${table}.id = run.subject::integer returning 1)
     select from changed`,
    [token, ...values],
  );
  return rows.length > 0;
}

/** For several statements, in a transaction. */
export async function isHeld(manager: EntityManager, token: string): Promise<boolean> {
  return (await manager.query<unknown[]>(HELD, [token])).length > 0;
}
