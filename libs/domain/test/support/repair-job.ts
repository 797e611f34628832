import type { DataSource } from 'typeorm';
import { defineJob, resourceById } from '#domain/job-runs/job-definition';

/** The subjects of repairs that failed, in the order in which the job was given them. */
export const failedRepairs: string[] = [];
/** Its records are gap repairs, which have every column that can be copied. */
export const REPAIR = defineJob({
  name: 'repair',
  loss: 'The repair lost its worker',
  resource: resourceById(
    'gap_repairs',
    'status = run.status, last_error = run.error, finished_at = run.finished_at',
  ),
  afterFailure: (_, subject) => Promise.resolve(void failedRepairs.push(subject)),
});

/** Stores the record of a repair; answers its id as the subject of a run. */
export async function newRepair(dataSource: DataSource): Promise<string> {
  const [{ id }] = await dataSource.query<{ id: number }[]>(
    `insert into gap_repairs (exchange, symbol, interval) values ('x', 'X', '1m') returning id`,
  );
  return String(id);
}

/** What the record of a repair shows of its run. */
export async function shownRepair(dataSource: DataSource, subject: string): Promise<object> {
  const [row] = await dataSource.query<object[]>(
    'select status, last_error, finished_at is not null as is_finished from gap_repairs where id = $1',
    [subject],
  );
  return row;
}
