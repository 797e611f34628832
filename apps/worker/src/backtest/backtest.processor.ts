import { Injectable } from '@nestjs/common';
import type { Backtest } from '#domain/backtesting/backtest.entity';
import { BacktestRuns } from '#domain/backtesting/backtest-runs';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import type { JobPayloads } from '#messaging/jobs';
import { Heartbeats } from '../heartbeats';
import type { JobOutcome, JobProcessor } from '../job-processor';
import { BacktestCalculation } from './backtest-calculation';
import { BacktestRequeue } from './backtest-requeue';

@Injectable()
export class BacktestProcessor implements JobProcessor<'backtest'> {
  constructor(
    private readonly runs: BacktestRuns,
    private readonly calculation: BacktestCalculation,
    private readonly heartbeats: Heartbeats,
    private readonly requeue: BacktestRequeue,
  ) {}

  async process({ backtestId, run }: JobPayloads['backtest'], stop: AbortSignal): Promise<JobOutcome> {
    const backtest = await this.runs.claim(backtestId, run);
    if (!backtest) return 'dropped';
    const { runToken } = backtest;
    const lost = this.heartbeats.begin(runToken, this.runs);
    try {
      return await this.run(backtest, lost, stop);
    } catch (error) {
      if (lost.aborted) return 'dropped';
      if (stop.aborted) {
        await this.requeue.handBack(runToken);
        return 'handed back';
      }
      await this.requeue.countLoss(runToken, `unexpected: ${(error as Error).message}`);
      throw error;
    } finally {
      this.heartbeats.end(runToken);
    }
  }

  private async run(
    backtest: Backtest & { runToken: string },
    lost: AbortSignal,
    stop: AbortSignal,
  ): Promise<JobOutcome> {
    const { runToken } = backtest;
    try {
      const stored = await this.calculation.run(backtest, stop, lost);
      return (await this.runs.complete(runToken, stored)) ? 'completed' : 'dropped';
    } catch (error) {
      if (!(error instanceof BacktestRefusal)) throw error;
      return (await this.runs.fail(runToken, error.message)) ? 'refused' : 'dropped';
    }
  }
}
