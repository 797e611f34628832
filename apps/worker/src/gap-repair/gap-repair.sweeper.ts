import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { GapRepair } from '#domain/gaps/gap-repair.entity';
import { JobQueues } from '#messaging/job-queues';
import { LOGGER } from '#platform/tokens';
import { JobRowSweeper } from '../job-row-sweeper';
import { GapRepairRequeue } from './gap-repair-requeue';

@Injectable()
export class GapRepairSweeper extends JobRowSweeper<'gap-repair', GapRepair> {
  constructor(requeue: GapRepairRequeue, queues: JobQueues, @Inject(LOGGER) logger: Logger) {
    super(requeue, queues, logger);
  }
}
