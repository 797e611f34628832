import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { storeBacktestResult } from '#domain/backtesting/backtest-results';
import { Backtest } from '#domain/backtesting/backtest.entity';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import type { HeldRun, JobOutcome } from '../jobs/held-run';
import type { JobProcessor } from '../jobs/job-processor';
import { BacktestCalculation } from './backtest-calculation';

@Injectable()
export class BacktestProcessor implements JobProcessor {
  constructor(
    private readonly dataSource: DataSource,
    private readonly calculation: BacktestCalculation,
  ) {}

  async perform(run: HeldRun, signal: AbortSignal): Promise<JobOutcome> {
    const { id } = run;
    const backtest = await this.dataSource.manager.findOneBy(Backtest, { id });
    if (!backtest) return 'dropped';
    const result = await this.calculation.run(backtest, signal, run.stop);
    return run.complete((manager) => storeBacktestResult(manager, id, result));
  }

  expectedFailure(error: unknown): string | undefined {
    return error instanceof BacktestRefusal ? error.message : undefined;
  }
}
