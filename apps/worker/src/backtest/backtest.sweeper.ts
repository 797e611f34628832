import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { BacktestRuns } from '#domain/backtesting/backtest-runs';
import { JobQueues } from '#messaging/job-queues';
import { LOGGER } from '#platform/tokens';
import { BacktestRequeue } from './backtest-requeue';

const CHECKED_AT_ONCE = 500;
/** A job is on its way from the outbox into the queue for less than this. */
const QUEUED_FOR_SECONDS = 10;

/** Finds runs that nobody works on: silent workers, and jobs that a queue lost. */
@Injectable()
export class BacktestSweeper {
  private checkedUpTo = 0;

  constructor(
    private readonly runs: BacktestRuns,
    private readonly requeue: BacktestRequeue,
    private readonly queues: JobQueues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async sweep(): Promise<void> {
    const silent = await this.requeue.requeueSilent();
    for (const { id, run, status } of silent) {
      this.logger.warn({ backtest_id: id, run, status }, 'A backtest lost its worker');
    }
    await this.checkQueued();
  }

  /** Some of the pending runs each time, so that a long queue costs no more than a short one. */
  private async checkQueued(): Promise<void> {
    const queued = await this.runs.findQueued({
      afterId: this.checkedUpTo,
      limit: CHECKED_AT_ONCE,
      queuedForSeconds: QUEUED_FOR_SECONDS,
    });
    this.checkedUpTo = queued.length < CHECKED_AT_ONCE ? 0 : queued[queued.length - 1].id;
    for (const run of queued) {
      const state = await this.queues.state('backtest', { backtestId: run.id, run: run.run });
      if (state !== 'unknown' && state !== 'completed' && state !== 'failed') continue;
      this.logger.warn({ backtest_id: run.id, run: run.run, state }, 'The queue lost a backtest');
      await this.requeue.requeueLost(run);
    }
  }
}
