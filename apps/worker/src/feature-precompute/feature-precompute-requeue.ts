import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { FeaturePrecompute } from '#domain/features/feature-precompute.entity';
import { FeaturePrecomputes } from '#domain/features/feature-precomputes';
import { JobOutbox } from '#messaging/job-outbox';
import { Heartbeats } from '../heartbeats';
import { JobRowRequeue } from '../job-row-requeue';

@Injectable()
export class FeaturePrecomputeRequeue extends JobRowRequeue<'feature-precompute', FeaturePrecompute> {
  constructor(dataSource: DataSource, orders: FeaturePrecomputes, outbox: JobOutbox, heartbeats: Heartbeats) {
    super(dataSource, outbox, heartbeats, orders, {
      name: 'feature-precompute',
      payload: ({ id: precomputeId, run }) => ({ precomputeId, run }),
    });
  }
}
