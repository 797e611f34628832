import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { JobQueues } from '#messaging/job-queues';
import { LOGGER } from '#platform/tokens';
import { EquityBackfillRequeue } from './equity-backfill-requeue';

/** Longer than a job is on its way into the queue, and than a silent worker's order takes to be taken over. */
const UNATTENDED_SECONDS = 15;

/** Finds unfinished orders that nobody works on and that the queue does not have. */
@Injectable()
export class EquityBackfillSweeper {
  constructor(
    private readonly requeue: EquityBackfillRequeue,
    private readonly queues: JobQueues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async sweep(): Promise<void> {
    for (const { id, run } of await this.requeue.rows.findUnattended(UNATTENDED_SECONDS)) {
      if (!(await this.queues.hasLost('equity-backfill', { ingestId: id, run }))) continue;
      this.logger.warn({ equity_ingest_id: id, run }, 'The queue lost an ingest of share prices');
      await this.requeue.requeueLost({ id, run });
    }
  }
}
