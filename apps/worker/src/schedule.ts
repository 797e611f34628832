import { Injectable } from '@nestjs/common';
import pTimeout from 'p-timeout';
import { type Repetition, repeat } from '#platform/shutdown/repeat';
import { CandleMaintenance } from './candle-maintenance';
import { EventMaintenance } from './event-maintenance';
import { IngestMaintenance } from './ingest-maintenance';
import { JobMaintenance } from './jobs/job-maintenance';
import { MaintenanceOutcomes } from './maintenance-outcomes';
import type { MaintenanceTask } from './maintenance-task';

/** As long as jobs may take to be handed back. */
const STOPPING_MILLISECONDS = 6_000;

/** What every worker does again and again beside its jobs. Replicas share this work through locks in the database. */
@Injectable()
export class Schedule {
  private repetitions: Repetition[] = [];

  constructor(
    private readonly jobs: JobMaintenance,
    private readonly candles: CandleMaintenance,
    private readonly ingests: IngestMaintenance,
    private readonly events: EventMaintenance,
    private readonly outcomes: MaintenanceOutcomes,
  ) {}

  start(): void {
    const { jobs, candles, ingests, events } = this;
    this.repetitions = [jobs, candles, ingests, events]
      .flatMap((maintenance) => maintenance.tasks())
      .map((task) => this.repeat(task));
  }

  private repeat(maintenance: MaintenanceTask): Repetition {
    const { work, pauseMilliseconds, firstPauseMilliseconds = pauseMilliseconds } = maintenance;
    const { succeeded, failed } = this.outcomes.of(maintenance);
    return repeat(() => work().then(succeeded), pauseMilliseconds, failed, firstPauseMilliseconds);
  }

  /** Begins nothing more; false when a statement of it still waits for the database after six seconds. */
  stop(): Promise<boolean> {
    const stopped = Promise.all(this.repetitions.map((repetition) => repetition.stop())).then(() => true);
    return pTimeout(stopped, { milliseconds: STOPPING_MILLISECONDS, fallback: () => false });
  }
}
