import { Injectable } from '@nestjs/common';
import { JobOutbox } from '#messaging/job-outbox';
import { BacktestSweeper } from './backtest/backtest.sweeper';
import { EquityBackfillSweeper } from './equity-backfill/equity-backfill.sweeper';
import { FeaturePrecomputeSweeper } from './feature-precompute/feature-precompute.sweeper';
import { GapRepairSweeper } from './gap-repair/gap-repair.sweeper';
import { ParameterSearchSweeper } from './parameter-search/parameter-search.sweeper';
import type { MaintenanceTask } from './maintenance-task';

/** Brings to the queue what did not get there or was lost from it. */
@Injectable()
export class JobMaintenance {
  constructor(
    private readonly outbox: JobOutbox,
    private readonly backtests: BacktestSweeper,
    private readonly searches: ParameterSearchSweeper,
    private readonly gapRepairs: GapRepairSweeper,
    private readonly equityBackfills: EquityBackfillSweeper,
    private readonly features: FeaturePrecomputeSweeper,
  ) {}

  tasks(): MaintenanceTask[] {
    return [
      {
        what: 'The relay of the outbox',
        pauseMilliseconds: 1_000,
        work: () => this.outbox.relay(),
      },
      {
        what: 'The sweep for lost backtests',
        pauseMilliseconds: 2_000,
        work: () => this.backtests.sweep(),
      },
      {
        what: 'The sweep for lost searches',
        pauseMilliseconds: 2_000,
        work: () => this.searches.sweep(),
      },
      {
        what: 'The sweep for lost gap repairs',
        pauseMilliseconds: 5_000,
        work: () => this.gapRepairs.sweep(),
      },
      {
        what: 'The sweep for lost equity ingests',
        pauseMilliseconds: 5_000,
        work: () => this.equityBackfills.sweep(),
      },
      {
        what: 'The sweep for lost feature jobs',
        pauseMilliseconds: 5_000,
        work: () => this.features.sweep(),
      },
    ];
  }
}
