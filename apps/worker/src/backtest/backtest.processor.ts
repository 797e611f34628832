import { Injectable } from '@nestjs/common';
import type { Backtest } from '#domain/backtesting/backtest.entity';
import { BacktestRuns } from '#domain/backtesting/backtest-runs';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import type { JobPayloads } from '#messaging/jobs';
import type { JobOutcome, JobProcessor } from '../job-processor';
import { BacktestInputs } from './backtest-input';
import { BacktestRequeue } from './backtest-requeue';
import { BacktestThreads } from './backtest-threads';
import { RunHeartbeats } from './run-heartbeats';
import { toStoredResult } from './stored-result';

@Injectable()
export class BacktestProcessor implements JobProcessor<'backtest'> {
  constructor(
    private readonly runs: BacktestRuns,
    private readonly inputs: BacktestInputs,
    private readonly threads: BacktestThreads,
    private readonly heartbeats: RunHeartbeats,
    private readonly requeue: BacktestRequeue,
  ) {}

  async process({ backtestId, run }: JobPayloads['backtest'], leaving: AbortSignal): Promise<JobOutcome> {
    const backtest = await this.runs.claim(backtestId, run);
    if (!backtest) return 'dropped';
    const { runToken } = backtest;
    const lost = this.heartbeats.begin(runToken);
    try {
      return await this.run(backtest, lost, leaving);
    } catch (error) {
      if (lost.aborted) return 'dropped';
      if (leaving.aborted) {
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
    leaving: AbortSignal,
  ): Promise<JobOutcome> {
    const { runToken } = backtest;
    try {
      const input = await this.inputs.prepare(backtest, Date.now(), leaving);
      const outcome = await this.threads.run(input.task, AbortSignal.any([lost, leaving]));
      if ('refusal' in outcome) throw new BacktestRefusal(outcome.refusal);
      return (await this.runs.complete(runToken, toStoredResult(input, outcome))) ? 'completed' : 'dropped';
    } catch (error) {
      if (!(error instanceof BacktestRefusal)) throw error;
      return (await this.runs.fail(runToken, error.message)) ? 'refused' : 'dropped';
    }
  }
}
