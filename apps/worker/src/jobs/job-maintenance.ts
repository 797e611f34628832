import { Injectable } from '@nestjs/common';
import { JobOutbox } from '#messaging/job-outbox';
import type { MaintenanceTask } from '../maintenance-task';
import { JobSweeper } from './job-sweeper';

/** Brings to the queue what did not get there or was lost from it. */
@Injectable()
export class JobMaintenance {
  constructor(
    private readonly outbox: JobOutbox,
    private readonly sweeper: JobSweeper,
  ) {}

  tasks(): MaintenanceTask[] {
    return [
      { what: 'The relay of the outbox', pauseMilliseconds: 1_000, work: () => this.outbox.relay() },
      { what: 'The sweep for lost jobs', pauseMilliseconds: 2_000, work: () => this.sweeper.sweep() },
    ];
  }
}
