import { Injectable } from '@nestjs/common';
import { RunFills } from '#domain/runs/run-fills';
import { JobOutbox } from '#messaging/job-outbox';
import { Shutdown } from '#platform/shutdown/shutdown';
import type { MaintenanceTask } from '../maintenance-task';
import { JobSweeper } from './job-sweeper';

/** Brings to the queue what did not get there or was lost from it, and to the list of runs those of earlier versions. */
@Injectable()
export class JobMaintenance {
  constructor(
    private readonly outbox: JobOutbox,
    private readonly sweeper: JobSweeper,
    private readonly runFills: RunFills,
    private readonly shutdown: Shutdown,
  ) {}

  tasks(): MaintenanceTask[] {
    return [
      {
        task: 'outbox_relay',
        what: 'The relay of the outbox',
        pauseMilliseconds: 1_000,
        work: () => this.outbox.relay(),
      },
      {
        task: 'job_sweep',
        what: 'The sweep for lost jobs',
        pauseMilliseconds: 2_000,
        work: () => this.sweeper.sweep(),
      },
      {
        task: 'run_list',
        what: 'The list of runs of earlier versions',
        pauseMilliseconds: 60_000,
        firstPauseMilliseconds: 0,
        work: () => this.runFills.fill(this.shutdown.signal),
      },
    ];
  }
}
