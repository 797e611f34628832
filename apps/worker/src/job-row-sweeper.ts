import type { Logger } from 'pino';
import type { JobRow } from '#domain/job-rows/job-row';
import type { JobQueues } from '#messaging/job-queues';
import type { JobName } from '#messaging/jobs';
import type { JobRowRequeue } from './job-row-requeue';

/** Longer than a job is on its way into the queue, and than a silent worker's row takes to be taken over. */
const UNATTENDED_SECONDS = 15;

/** Finds unfinished rows that nobody works on and that the queue does not have. */
export abstract class JobRowSweeper<Name extends JobName, Row extends JobRow> {
  protected constructor(
    private readonly requeue: JobRowRequeue<Name, Row>,
    private readonly queues: JobQueues,
    private readonly logger: Logger,
  ) {}

  async sweep(): Promise<void> {
    const { rows, job } = this.requeue;
    for (const row of await rows.findUnattended(UNATTENDED_SECONDS)) {
      if (!(await this.queues.hasLost(job.name, job.payload(row)))) continue;
      this.logger.warn({ job: job.name, id: row.id, run: row.run }, 'The queue lost a job');
      await this.requeue.requeueLost(row);
    }
  }
}
