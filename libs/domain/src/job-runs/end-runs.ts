import type { EntityManager } from 'typeorm';
import type { JobRun } from './job-run.entity';

export type RunKey = Pick<JobRun, 'job' | 'subject' | 'run'>;

/**
 * Ends a job for good, before the record that it is about is changed: nobody begins it again, and a worker that is at it notices at its
 * next heartbeat. Answers the run that it had.
 */
export function cancelRun(manager: EntityManager, job: string, subject: string): Promise<RunKey[]> {
  return manager.query<RunKey[]>(
    `with withdrawn as (delete from job_outbox where job = $1 and subject = $2),
     run as (
       update job_runs set status = 'cancelled', token = null, heartbeat_at = null, finished_at = now()
       where job = $1 and subject = $2 and status in ('pending', 'running') returning job, subject, run)
     select * from run`,
    [job, subject],
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
