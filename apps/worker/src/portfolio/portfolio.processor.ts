import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { storePortfolioResult } from '#domain/portfolios/portfolio-results';
import { PortfolioRun } from '#domain/portfolios/portfolio-run.entity';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import type { HeldRun, JobOutcome } from '../jobs/held-run';
import type { JobProcessor } from '../jobs/job-processor';
import { PortfolioCalculation } from './portfolio-calculation';

@Injectable()
export class PortfolioProcessor implements JobProcessor {
  constructor(
    private readonly dataSource: DataSource,
    private readonly calculation: PortfolioCalculation,
  ) {}

  async perform(run: HeldRun, signal: AbortSignal): Promise<JobOutcome> {
    const { id } = run;
    const portfolio = await this.dataSource.manager.findOneBy(PortfolioRun, { id });
    if (!portfolio) return 'dropped';
    const result = await this.calculation.run(portfolio, signal, run.stop);
    return run.complete((manager) => storePortfolioResult(manager, id, result));
  }

  expectedFailure(error: unknown): string | undefined {
    return error instanceof BacktestRefusal ? error.message : undefined;
  }
}
