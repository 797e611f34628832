import { Injectable } from '@nestjs/common';
import type { CompletedBacktest } from '#domain/backtesting/backtest-results';
import type { Backtest } from '#domain/backtesting/backtest.entity';
import type { Execution } from '#engine/backtest/execution';
import { executionWarmupBars } from '#engine/backtest/execution-columns';
import { requiredWarmupBars } from '#engine/backtest/run-backtest';
import { numbersOf, readSignals, SIGNALS_STRATEGY } from '#engine/signals/read-signals';
import { resolveStrategy } from '#engine/strategies/registry';
import { type RunInput, RunInputs } from '../runs/run-inputs';
import { SignalInputs } from '../runs/signal-inputs';
import { ThreadPool } from '../thread-pool';
import type { BacktestTask } from './backtest.thread';

/** From what a backtest's row requests to what its tables are to keep; writes nothing. */
@Injectable()
export class BacktestCalculation {
  constructor(
    private readonly inputs: RunInputs,
    private readonly signals: SignalInputs,
    private readonly threads: ThreadPool,
  ) {}

  /** Throws BacktestRefusal when the run cannot succeed however often it is tried; `stop` ends loads that runs share. */
  async run(backtest: Backtest, signal: AbortSignal, stop: AbortSignal): Promise<CompletedBacktest> {
    const { strategyName, parameters: given } = backtest;
    if (strategyName === SIGNALS_STRATEGY) return this.runSignals(backtest, signal, stop);
    const { declaration, strategy, parameters } = resolveStrategy(strategyName, given);
    const input = await this.prepare(backtest, stop, (execution) =>
      requiredWarmupBars(strategy, parameters, execution),
    );
    const task: BacktestTask = { strategyName, given, declaration, parameters, input };
    return this.threads.run('runBacktestTask', task, signal);
  }

  private async runSignals(
    backtest: Backtest,
    signal: AbortSignal,
    stop: AbortSignal,
  ): Promise<CompletedBacktest> {
    const { strategyName, parameters: given, dataset } = backtest;
    const request = readSignals(given);
    const rows = await this.signals.load(backtest, request);
    const input = await this.prepare(backtest, stop, executionWarmupBars);
    const { intervalSeconds } = input;
    const declaration = { kind: 'signals', request, rows, intervalSeconds } as const;
    const parameters = numbersOf(request);
    const task: BacktestTask = { strategyName, given, declaration, parameters, input, dataset };
    return this.threads.run('runBacktestTask', task, signal);
  }

  private prepare(
    { execution, benchmark, ...row }: Backtest,
    stop: AbortSignal,
    warmupBars: (execution: Execution) => number,
  ): Promise<RunInput> {
    return this.inputs.prepare(row, { execution, benchmark, warmupBars, now: Date.now(), stop });
  }
}
