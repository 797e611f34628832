import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { type CreatedRun, createRuns, type Creation } from '#domain/job-runs/create-runs';
import type { JobEntry } from '#domain/job-runs/job-outbox-entry.entity';
import { JobRuns, NO_SUBMITTER, type Submitter } from '#domain/job-runs/job-runs';
import { isOfTheData } from '#domain/postgres/is-of-the-data';
import { Together } from '#platform/pauses/together';
import { LOGGER } from '#platform/tokens';
import { Activity } from '#platform/tracing/activity';
import { JobQueues } from './job-queues';
import { enqueuing } from './job-spans';
import { JOB_NAMES, type JobName, JOBS } from './jobs';

const RELAY_BATCH = 200;
/** Entries younger than this are still being added by the process that wrote them. */
const GRACE_SECONDS = 1;
/** One that waits for somebody's lock keeps not all others back; what is large is not spelled together with much else. */
const CREATIONS = { atOnce: 2, most: 20, isOfOne: isOfTheData };

/**
 * Jobs on their way to the queue. An entry commits with the job's row and what that is about, so none exists without the others; it goes
 * when the queue has the job. The process that wrote it adds the job right after the commit, and the worker's relay adds what was
 * abandoned. A job may be added twice; its row ensures that it is done once.
 */
@Injectable()
export class JobOutbox {
  private readonly additions = together((entries) => this.queues.add(entries));
  private readonly deletions = together((entries) => this.delete(this.dataSource.manager, entries));
  private readonly creations = new Map<JobName, Together<Creation, CreatedRun>>();

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

  /**
   * Writes what a job is about and submits it, in the transaction of the manager; without one as a statement by itself, which those share
   * that are requested while others are under way.
   */
  create(
    name: JobName,
    row: Creation['row'],
    submitter: Submitter,
    manager?: EntityManager,
  ): Promise<CreatedRun> {
    return Activity.inSpan(
      () => enqueuing(name, 1),
      async () => {
        const creation = { row, ...submitter, ...Activity.trace };
        if (!manager) return this.creationsOf(name).do(creation);
        const [created] = await createRuns(manager, JOBS[name], [creation]);
        return created;
      },
    );
  }

  private creationsOf(name: JobName): Together<Creation, CreatedRun> {
    let creations = this.creations.get(name);
    if (!creations) {
      const create = (given: readonly Creation[]) => createRuns(this.dataSource, JOBS[name], given);
      creations = new Together(create, CREATIONS);
      this.creations.set(name, creations);
    }
    return creations;
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
    this.additions
      .do(entries)
      .then(() => this.deletions.do(entries))
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

/** For entries that come in batches. */
function together(work: (entries: readonly JobEntry[]) => Promise<void>) {
  return new Together(async (batches: readonly (readonly JobEntry[])[]) => {
    await work(batches.flat());
    return batches.map(() => undefined);
  });
}
