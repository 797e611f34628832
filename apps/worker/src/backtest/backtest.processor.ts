import { Injectable } from '@nestjs/common';
import type { Backtest } from '#domain/backtesting/backtest.entity';
import { BacktestRuns } from '#domain/backtesting/backtest-runs';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import type { JobPayloads } from '#messaging/jobs';
import { requiredWarmupBars } from '#engine/backtest/run-backtest';
import { resolveStrategy } from '#engine/strategies/registry';
import { Heartbeats } from '../heartbeats';
import type { JobOutcome, JobProcessor } from '../job-processor';
import { RunInputs } from '../run-inputs';
import { ThreadPool } from '../thread-pool';
import { BacktestRequeue } from './backtest-requeue';
import type { BacktestTask, BacktestTaskResult } from './backtest.thread';
import { toStoredResult } from './stored-result';

@Injectable()
export class BacktestProcessor implements JobProcessor<'backtest'> {
  constructor(
    private readonly runs: BacktestRuns,
    private readonly inputs: RunInputs,
    private readonly threads: ThreadPool,
    private readonly heartbeats: Heartbeats,
    private readonly requeue: BacktestRequeue,
  ) {}

  async process({ backtestId, run }: JobPayloads['backtest'], leaving: AbortSignal): Promise<JobOutcome> {
    const backtest = await this.runs.claim(backtestId, run);
    if (!backtest) return 'dropped';
    const { runToken } = backtest;
    const lost = this.heartbeats.begin(runToken, this.runs);
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
      const task = await this.prepare(backtest, leaving);
      const signal = AbortSignal.any([lost, leaving]);
      const outcome = await this.threads.run<BacktestTaskResult>('runBacktestTask', task, signal);
      if ('refusal' in outcome) throw new BacktestRefusal(outcome.refusal);
      const stored = toStoredResult(task, outcome.finished);
      return (await this.runs.complete(runToken, stored)) ? 'completed' : 'dropped';
    } catch (error) {
      if (!(error instanceof BacktestRefusal)) throw error;
      return (await this.runs.fail(runToken, error.message)) ? 'refused' : 'dropped';
    }
  }

  private async prepare(backtest: Backtest, leaving: AbortSignal): Promise<BacktestTask> {
    const { strategyName, parameters: given } = backtest;
    const { strategy, parameters } = resolveStrategy(strategyName, given);
    const input = await this.inputs.prepare(
      backtest,
      (execution) => requiredWarmupBars(strategy, parameters, execution),
      Date.now(),
      leaving,
    );
    return { strategyName, parameters: given, input };
  }
}
