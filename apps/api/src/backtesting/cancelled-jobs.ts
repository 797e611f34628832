import { Inject, Injectable } from '@nestjs/common';
import type { RunKey } from '#domain/job-runs/end-runs';
import { JobQueues } from '#messaging/job-queues';
import { LOGGER } from '#platform/tokens';
import type { Logger } from 'pino';

/** Jobs that requests cancelled. */
@Injectable()
export class CancelledJobs {
  constructor(
    private readonly queues: JobQueues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** After the commit: spares the queue jobs that are over; one that is being worked on is stopped by its row. */
  remove(runs: readonly RunKey[]): void {
    for (const run of runs) {
      this.queues.remove(run.job, run).catch((error: unknown) => {
        this.logger.debug({ err: error, ...run }, 'A cancelled job stays in the queue');
      });
    }
  }
}
