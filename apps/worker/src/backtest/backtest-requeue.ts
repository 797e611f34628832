import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { BacktestRuns, type RequeuedRun } from '#domain/backtesting/backtest-runs';
import { JobOutbox } from '#messaging/job-outbox';

const SWEEP_LOCK_KEY = 8_003_176_361;
const LONGEST_DELAY_SECONDS = 60;

/** Returns runs to the queue. The row's new state and the outbox entry commit together, as they do at submission. */
@Injectable()
export class BacktestRequeue {
  constructor(
    private readonly dataSource: DataSource,
    private readonly runs: BacktestRuns,
    private readonly outbox: JobOutbox,
  ) {}

  /** This worker stops and did not finish the run. */
  async handBack(runToken: string): Promise<void> {
    await this.requeue(async (manager) => [await this.runs.handBack(manager, runToken)]);
  }

  /** The run failed with an error nobody expected: it is tried again, later each time. */
  async countLoss(runToken: string, reason: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const run = await this.runs.countLoss(manager, runToken, reason);
      if (run?.status !== 'pending') return;
      const delaySeconds = Math.min(LONGEST_DELAY_SECONDS, 0.1 * run.run ** 2);
      await this.outbox.write(manager, 'backtest', { backtestId: run.id, run: run.run }, { delaySeconds });
    });
  }

  /** Runs whose workers went silent. One replica sweeps at a time. */
  async requeueSilent(): Promise<RequeuedRun[]> {
    return this.requeue(async (manager) => {
      const [{ locked }] = await manager.query<[{ locked: boolean }]>(
        'select pg_try_advisory_xact_lock($1) as locked',
        [SWEEP_LOCK_KEY],
      );
      return locked ? this.runs.countSilent(manager) : [];
    });
  }

  /** A pending run whose job the queue has lost or given up. */
  async requeueLost(lost: { id: number; run: number }): Promise<void> {
    await this.requeue(async (manager) => {
      const run = await this.runs.requeue(manager, lost);
      return run === undefined ? [] : [{ id: lost.id, run, status: 'pending' }];
    });
  }

  private async requeue(
    change: (manager: EntityManager) => Promise<(RequeuedRun | undefined)[]>,
  ): Promise<RequeuedRun[]> {
    const { runs, entries } = await this.dataSource.transaction(async (manager) => {
      const runs = (await change(manager)).filter((run) => run !== undefined);
      const entries = [];
      for (const { id, run } of runs.filter(({ status }) => status === 'pending')) {
        entries.push(await this.outbox.write(manager, 'backtest', { backtestId: id, run }));
      }
      return { runs, entries };
    });
    for (const entry of entries) this.outbox.dispatch(entry);
    return runs;
  }
}
