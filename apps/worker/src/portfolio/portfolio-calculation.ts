import { Injectable } from '@nestjs/common';
import type { CompletedPortfolio } from '#domain/portfolios/portfolio-results';
import type { PortfolioRun } from '#domain/portfolios/portfolio-run.entity';
import type { Execution } from '#engine/backtest/execution';
import { portfolioNeeds } from '#engine/portfolio/data-readers';
import { portfolioHistoryBars } from '#engine/portfolio/portfolio-warmup';
import { PortfolioInputs } from '../runs/portfolio/portfolio-inputs';
import { ThreadPool } from '../thread-pool';
import { settingsOf } from './portfolio-settings';

/** From what a row requests to what its tables are to keep; writes nothing. */
@Injectable()
export class PortfolioCalculation {
  constructor(
    private readonly inputs: PortfolioInputs,
    private readonly threads: ThreadPool,
  ) {}

  /** Throws BacktestRefusal when the run cannot succeed however often it is tried; `stop` ends loads that runs share. */
  async run(portfolio: PortfolioRun, signal: AbortSignal, stop: AbortSignal): Promise<CompletedPortfolio> {
    const settings = settingsOf(portfolio);
    const historyBars = (execution: Execution) => portfolioHistoryBars(settings, execution);
    const needs = portfolioNeeds(settings);
    const task = await this.inputs.prepare(portfolio, {
      settings,
      historyBars,
      needs,
      now: Date.now(),
      stop,
    });
    return this.threads.run('runPortfolioTask', task, signal);
  }
}
