import { Injectable } from '@nestjs/common';
import type { CompletedPortfolio } from '#domain/portfolios/portfolio-results';
import type { PortfolioRun } from '#domain/portfolios/portfolio-run.entity';
import { ThreadPool } from '../thread-pool';
import { PortfolioInputs } from './portfolio-inputs';

/** From what a row requests to what its tables are to keep; writes nothing. */
@Injectable()
export class PortfolioCalculation {
  constructor(
    private readonly inputs: PortfolioInputs,
    private readonly threads: ThreadPool,
  ) {}

  /** Throws BacktestRefusal when the run cannot succeed however often it is tried; `stop` ends loads that runs share. */
  async run(portfolio: PortfolioRun, signal: AbortSignal, stop: AbortSignal): Promise<CompletedPortfolio> {
    const task = await this.inputs.prepare(portfolio, { now: Date.now(), stop });
    return this.threads.run('runPortfolioTask', task, signal);
  }
}
