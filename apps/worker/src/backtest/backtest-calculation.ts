import { Injectable } from '@nestjs/common';
import type { CompletedBacktest } from '#domain/backtesting/backtest-results';
import type { Backtest } from '#domain/backtesting/backtest.entity';
import { historyBars } from '#engine/backtest/run-backtest';
import { resolveStrategy } from '#engine/strategies/registry';
import { RunInputs } from '../runs/run-inputs';
import { ThreadPool } from '../thread-pool';
import type { BacktestTask } from './backtest.thread';

/** From what a backtest's row requests to what its tables are to keep; writes nothing. */
@Injectable()
export class BacktestCalculation {
  constructor(
    private readonly inputs: RunInputs,
    private readonly threads: ThreadPool,
  ) {}

  /** Throws BacktestRefusal when the run cannot succeed however often it is tried; `stop` ends loads that runs share. */
  async run(backtest: Backtest, signal: AbortSignal, stop: AbortSignal): Promise<CompletedBacktest> {
    const { strategyName, parameters: given, execution, benchmark, datasets } = backtest;
    const { declaration, strategy, parameters } = resolveStrategy(strategyName, given);
    const input = await this.inputs.prepare(backtest, {
      execution,
      benchmark,
      datasets,
      stop,
      historyBars: (resolved) => historyBars(strategy, parameters, resolved),
      needs: strategy.needs?.(parameters),
      now: Date.now(),
    });
    const task: BacktestTask = { strategyName, given, declaration, parameters, input };
    return this.threads.run('runBacktestTask', task, signal);
  }
}
