import { Injectable } from '@nestjs/common';
import { describeDistribution, type Distribution } from '#engine/validation/statistics/describe-distribution';
import { sampleReturns } from '#engine/performance/sample-returns';
import { BacktestResultsService } from '../backtest-results.service';
import { ParameterSearchService } from '../parameter-search.service';
import { PortfoliosService } from '../portfolio/portfolios.service';
import { type AccountKind, RunAccounts, samplingOf } from '../run-accounts';
import { RunFigureThreads } from '../run-figure-threads';
import { type RunDistributionRead, toRunDistribution } from './distribution.dto';

/** To sort them takes the event loop some milliseconds; a thread would take longer to start. */
const MOST_VALUES_HERE = 20_000;

/** How the returns of runs are distributed. */
@Injectable()
export class DistributionService {
  constructor(
    private readonly backtests: BacktestResultsService,
    private readonly searches: ParameterSearchService,
    private readonly portfolios: PortfoliosService,
    private readonly accounts: RunAccounts,
    private readonly threads: RunFigureThreads,
  ) {}

  async ofBacktest(id: number): Promise<RunDistributionRead> {
    const { interval } = await this.backtests.find(id);
    return this.read('backtest', id, interval);
  }

  async ofWalkForward(id: number): Promise<RunDistributionRead> {
    const { interval } = await this.searches.find('walk_forward', id);
    return this.read('walk-forward', id, interval);
  }

  async ofPortfolio(id: number): Promise<RunDistributionRead> {
    const { interval } = await this.portfolios.find(id);
    return this.read('portfolio', id, interval);
  }

  private async read(kind: AccountKind, id: number, interval: string): Promise<RunDistributionRead> {
    const account = await this.accounts.find(kind, id);
    if (!account) return toRunDistribution(id, null);
    const { seconds, calendar } = samplingOf(account, interval);
    const { basis, returns } = sampleReturns(account.openTimes, account.equity, seconds, calendar);
    return toRunDistribution(id, {
      basis,
      returns: await this.describe(returns),
      trades: await this.describe(await this.accounts.tradeReturns(kind, id)),
    });
  }

  private async describe(values: Float64Array): Promise<Distribution> {
    return values.length <= MOST_VALUES_HERE
      ? describeDistribution(values)
      : this.threads.run('describeDistribution', values);
  }
}
