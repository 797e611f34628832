import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { LOGGER } from '#platform/tokens';
import { JobQueues } from './job-queues';
import { jobIdOf, JOB_NAMES, type JobName, type JobPayloads } from './jobs';

interface OutboxEntry {
  readonly id: string;
  readonly name: JobName;
  readonly payload: JobPayloads[JobName];
}

const RELAY_BATCH = 200;
/** Entries younger than this are still being added by the process that wrote them. */
const GRACE_SECONDS = 1;

/**
 * Jobs on their way to the queue. An entry commits with the row it works on, so neither exists without the other; it goes
 * when the queue has the job. The process that wrote it adds the job right after the commit, and the worker's relay adds what was
 * abandoned. A job may be added twice; its row sees to it that it is done once.
 */
@Injectable()
export class JobOutbox {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queues: JobQueues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async write<Name extends JobName>(
    manager: EntityManager,
    name: Name,
    payload: JobPayloads[Name],
    { delaySeconds = 0 } = {},
  ): Promise<OutboxEntry> {
    const rows: { id: string }[] = await manager.query(
      `insert into job_outbox (job_name, job_id, payload, available_at)
       values ($1, $2, $3, now() + make_interval(secs => $4)) returning id`,
      [name, jobIdOf(name, payload), payload, delaySeconds],
    );
    return { id: rows[0].id, name, payload };
  }

  /** After the commit: adds the job at once. A queue that is away costs nothing but the relay's second. */
  dispatch(entry: OutboxEntry): void {
    this.queues
      .add(entry.name, entry.payload)
      .then(() => this.dataSource.query('delete from job_outbox where id = $1', [entry.id]))
      .catch((error: unknown) => {
        this.logger.warn(
          { err: error, payload: entry.payload },
          'A job could not be added yet; the relay will add it',
        );
      });
  }

  /** Adds jobs whose writer did not get to it; answers how many. Several relays share the work. */
  relay(): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      // Not a cursor over ids: entries that commit late would be skipped by it. Jobs of another version wait for its worker.
      const entries: OutboxEntry[] = await manager.query(
        `select id, job_name as name, payload from job_outbox
         where available_at < now() - make_interval(secs => $1) and job_name = any($3)
         order by id limit $2 for update skip locked`,
        [GRACE_SECONDS, RELAY_BATCH, JOB_NAMES],
      );
      await Promise.all(entries.map((entry) => this.queues.add(entry.name, entry.payload)));
      await manager.query('delete from job_outbox where id = any($1::bigint[])', [
        entries.map((entry) => entry.id),
      ]);
      return entries.length;
    });
  }

  /** A job that must not run any more, when it has not reached the queue yet. */
  async withdraw<Name extends JobName>(
    manager: EntityManager,
    name: Name,
    payload: JobPayloads[Name],
  ): Promise<void> {
    await manager.query('delete from job_outbox where job_id = $1', [jobIdOf(name, payload)]);
  }
}
