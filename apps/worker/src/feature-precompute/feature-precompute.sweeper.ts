import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { FeaturePrecompute } from '#domain/features/feature-precompute.entity';
import { JobQueues } from '#messaging/job-queues';
import { LOGGER } from '#platform/tokens';
import { JobRowSweeper } from '../job-row-sweeper';
import { FeaturePrecomputeRequeue } from './feature-precompute-requeue';

@Injectable()
export class FeaturePrecomputeSweeper extends JobRowSweeper<'feature-precompute', FeaturePrecompute> {
  constructor(requeue: FeaturePrecomputeRequeue, queues: JobQueues, @Inject(LOGGER) logger: Logger) {
    super(requeue, queues, logger);
  }
}
