import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IS_SILENT } from './job-run-statements';
import type { JobRun } from './job-run.entity';

type WaitingRun = Pick<JobRun, 'job' | 'subject' | 'run'>;

/** A job is on its way from the outbox into the queue for less than this. */
const QUEUED_FOR_SECONDS = 10;
const SILENT_AT_ONCE = 1_000;

/** Finds runs that perhaps nobody works on. */
@Injectable()
export class UnattendedRuns {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs whose worker sends no heartbeats. */
  findSilent(jobs: readonly string[]): Promise<{ job: string; token: string }[]> {
    return this.dataSource.query(
      `select job, token from job_runs where ${IS_SILENT} and job = any($1) limit ${SILENT_AT_ONCE}`,
      [jobs],
    );
  }

  /** Pending runs, ascending after a key, that were queued a while ago and have no outbox entry: the queue should have them. */
  findQueued(
    jobs: readonly string[],
    after: Pick<WaitingRun, 'job' | 'subject'>,
    limit: number,
  ): Promise<WaitingRun[]> {
    return this.dataSource.query(
      `select job, subject, run from job_runs
       where status = 'pending' and job = any($1) and (job, subject) > ($2, $3)
         and greatest(queued_at, not_before) < now() - make_interval(secs => ${QUEUED_FOR_SECONDS})
         and not exists (select from job_outbox entry
           where entry.job = job_runs.job and entry.subject = job_runs.subject and entry.run = job_runs.run)
       order by job, subject limit $4`,
      [jobs, after.job, after.subject, limit],
    );
  }
}
