import { Injectable } from '@nestjs/common';
import type { CompletedBacktest } from '#domain/backtesting/backtest-results';
import type { Backtest } from '#domain/backtesting/backtest.entity';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import { requiredWarmupBars } from '#engine/backtest/run-backtest';
import { resolveStrategy } from '#engine/strategies/registry';
import { RunInputs } from '../run-inputs';
import { ThreadPool } from '../thread-pool';
import type { BacktestTask, BacktestTaskResult } from './backtest.thread';
import { toStoredResult } from './stored-result';

/** From what a backtest's row requests to what its tables are to keep; writes nothing. */
@Injectable()
export class BacktestCalculation {
  constructor(
    private readonly inputs: RunInputs,
    private readonly threads: ThreadPool,
  ) {}

  /** Throws BacktestRefusal when the run cannot succeed however often it is tried; `stop` ends loads that runs share. */
  async run(backtest: Backtest, signal: AbortSignal, stop: AbortSignal): Promise<CompletedBacktest> {
    const task = await this.prepare(backtest, stop);
    const outcome = await this.threads.run<BacktestTaskResult>('runBacktestTask', task, signal);
    if ('refusal' in outcome) throw new BacktestRefusal(outcome.refusal);
    return toStoredResult(task, outcome.finished);
  }

  private async prepare(backtest: Backtest, stop: AbortSignal): Promise<BacktestTask> {
    const { strategyName, parameters: given } = backtest;
    const { strategy, parameters } = resolveStrategy(strategyName, given);
    const input = await this.inputs.prepare(
      backtest,
      (execution) => requiredWarmupBars(strategy, parameters, execution),
      Date.now(),
      stop,
    );
    return { strategyName, parameters: given, input };
  }
}
