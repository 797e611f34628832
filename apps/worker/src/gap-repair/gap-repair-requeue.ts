import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { GapRepair } from '#domain/gaps/gap-repair.entity';
import { GapRepairs } from '#domain/gaps/gap-repairs';
import { JobOutbox } from '#messaging/job-outbox';
import { Heartbeats } from '../heartbeats';
import { JobRowRequeue } from '../job-row-requeue';

@Injectable()
export class GapRepairRequeue extends JobRowRequeue<'gap-repair', GapRepair> {
  constructor(dataSource: DataSource, repairs: GapRepairs, outbox: JobOutbox, heartbeats: Heartbeats) {
    super(dataSource, outbox, heartbeats, repairs, {
      name: 'gap-repair',
      payload: ({ id: repairId, run }) => ({ repairId, run }),
    });
  }
}
