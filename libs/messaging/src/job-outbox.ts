import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import type { JobEntry } from '#domain/job-runs/job-outbox-entry.entity';
import { JobRuns, NO_SUBMITTER, type Submitter } from '#domain/job-runs/job-runs';
import { LOGGER } from '#platform/tokens';
import { Activity } from '#platform/tracing/activity';
import { JobQueues } from './job-queues';
import { enqueuing } from './job-spans';
import { JOB_NAMES, type JobName, JOBS } from './jobs';

const RELAY_BATCH = 200;
/** Entries younger than this are still being added by the process that wrote them. */
const GRACE_SECONDS = 1;

/**
 * Jobs on their way to the queue. An entry commits with the job's row and what that is about, so none exists without the others; it goes
 * when the queue has the job. The process that wrote it adds the job right after the commit, and the worker's relay adds what was
 * abandoned. A job may be added twice; its row ensures that it is done once.
 */
@Injectable()
export class JobOutbox {
  constructor(
    private readonly dataSource: DataSource,
    private readonly runs: JobRuns,
    private readonly queues: JobQueues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** In the transaction that writes what the job is about; one of the same subject that is under way is joined. */
  submit(
    manager: EntityManager,
    name: JobName,
    subject: string | number,
    submitter: Submitter,
  ): Promise<JobEntry[]> {
    return this.submitAll(manager, name, [String(subject)], submitter);
  }

  submitAll(
    manager: EntityManager,
    name: JobName,
    subjects: readonly string[],
    submitter: Submitter,
  ): Promise<JobEntry[]> {
    const span = () => enqueuing(name, subjects.length);
    return Activity.inSpan(span, () => this.runs.submit(manager, JOBS[name], subjects, submitter));
  }

  /** Has a job for each subject that no request submits, with what is written beside it; those that are under way go on. */
  async schedule(
    name: JobName,
    subjects: readonly string[],
    write?: (manager: EntityManager) => Promise<unknown>,
  ): Promise<void> {
    const entries = await this.dataSource.transaction(async (manager) => {
      await write?.(manager);
      return this.submitAll(manager, name, subjects, NO_SUBMITTER);
    });
    this.dispatch(entries);
  }

  /** After the commit: adds the jobs at once. A queue that is away costs nothing but the relay's second. */
  dispatch(entries: readonly JobEntry[]): void {
    if (entries.length === 0) return;
    // The request may be answered before the queue fails.
    const ids = Activity.current?.logFields;
    this.queues
      .add(entries)
      .then(() => this.delete(this.dataSource.manager, entries))
      .catch((error: unknown) => {
        this.logger.warn(
          { ...ids, err: error, jobs: entries.map(({ job, subject, run }) => ({ job, subject, run })) },
          'Jobs could not be added yet; the relay will add them',
        );
      });
  }

  /** Adds jobs whose writer did not get to it; answers how many. Several relays share the work. */
  relay(): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      // Not a cursor over ids: entries that commit late would be skipped by it. Jobs of another version wait for its worker.
      const entries: JobEntry[] = await manager.query(
        `select id, job, subject, run, priority from job_outbox
         where available_at < now() - make_interval(secs => $1) and job = any($3)
         order by id limit $2 for update skip locked`,
        [GRACE_SECONDS, RELAY_BATCH, JOB_NAMES],
      );
      await this.queues.add(entries);
      await this.delete(manager, entries);
      return entries.length;
    });
  }

  private async delete(manager: EntityManager, entries: readonly JobEntry[]): Promise<void> {
    await manager.query('delete from job_outbox where id = any($1::bigint[])', [entries.map(({ id }) => id)]);
  }
}
