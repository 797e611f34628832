import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { EquityIngest } from '#domain/equities/equity-ingest.entity';
import { JobQueues } from '#messaging/job-queues';
import { LOGGER } from '#platform/tokens';
import { JobRowSweeper } from '../job-row-sweeper';
import { EquityBackfillRequeue } from './equity-backfill-requeue';

@Injectable()
export class EquityBackfillSweeper extends JobRowSweeper<'equity-backfill', EquityIngest> {
  constructor(requeue: EquityBackfillRequeue, queues: JobQueues, @Inject(LOGGER) logger: Logger) {
    super(requeue, queues, logger);
  }
}
