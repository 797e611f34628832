import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { JobQueues } from '#messaging/job-queues';
import { LOGGER } from '#platform/tokens';
import { GapRepairRequeue } from './gap-repair-requeue';

/** Longer than a job is on its way into the queue, and than a silent worker's repair takes to be taken over. */
const UNATTENDED_SECONDS = 15;

/** Finds unfinished repairs that nobody works on and that the queue does not have. */
@Injectable()
export class GapRepairSweeper {
  constructor(
    private readonly requeue: GapRepairRequeue,
    private readonly queues: JobQueues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async sweep(): Promise<void> {
    for (const { id, run } of await this.requeue.rows.findUnattended(UNATTENDED_SECONDS)) {
      if (!(await this.queues.hasLost('gap-repair', { repairId: id, run }))) continue;
      this.logger.warn({ gap_repair_id: id, run }, 'The queue lost a repair of gaps');
      await this.requeue.requeueLost({ id, run });
    }
  }
}
