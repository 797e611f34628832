import type { EntityManager } from 'typeorm';
import type { JobRun } from './job-run.entity';

export type RunKey = Pick<JobRun, 'job' | 'subject' | 'run'>;

const UNFINISHED = `job = $1 and subject = any($2) and status in ('pending', 'running')`;
const CANCEL = `update job_runs set status = 'cancelled', token = null, heartbeat_at = null, finished_at = now()`;

/**
 * Ends a job for good, before the record that it is about is changed: nobody begins it again, and a worker that is at it notices at its
 * next heartbeat. Answers the run that it had.
 */
export function cancelRun(manager: EntityManager, job: string, subject: string): Promise<RunKey[]> {
  return manager.query<RunKey[]>(
    `with withdrawn as (delete from job_outbox where job = $1 and subject = any($2)),
     run as (${CANCEL} where ${UNFINISHED} returning job, subject, run)
     select * from run`,
    [job, [subject]],
  );
}

/** Ends jobs for good but for those whose rows somebody else changes right now: it waits for nobody. */
export async function cancelIdleRuns(
  manager: EntityManager,
  job: string,
  subjects: readonly string[],
): Promise<void> {
  await manager.query(
    `with idle as (select job, subject from job_runs where ${UNFINISHED} for update skip locked)
     ${CANCEL} from idle where job_runs.job = idle.job and job_runs.subject = idle.subject`,
    [job, subjects],
  );
}

/** As `cancelRun`, before the records are deleted. */
export function removeRuns(
  manager: EntityManager,
  job: string,
  subjects: readonly string[],
): Promise<RunKey[]> {
  return manager.query<RunKey[]>(
    `with withdrawn as (delete from job_outbox where job = $1 and subject = any($2)),
     run as (delete from job_runs where job = $1 and subject = any($2) returning job, subject, run)
     select * from run`,
    [job, subjects],
  );
}
