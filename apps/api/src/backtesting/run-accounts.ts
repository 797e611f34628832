import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BacktestEquity } from '#domain/backtesting/backtest-equity.entity';
import { BacktestReport } from '#domain/backtesting/backtest-report.entity';
import { TradeReturns } from '#domain/backtesting/trade-returns';
import { WalkForwardCurve } from '#domain/parameter-search/walk-forward-tests.entity';
import { PortfolioEquity, PortfolioReport } from '#domain/portfolios/portfolio-results.entity';
import { doublesOf } from '#domain/records/doubles';
import { intervalSeconds, type Interval } from '#engine/market/interval';
import type { Metrics } from '#engine/performance/compute-metrics';
import { calendarOfPeriods } from '#engine/performance/sample-returns';

/** The account of a completed run, and its figures. */
export interface RunAccount {
  /** Of the bars, milliseconds since 1970 UTC. */
  readonly openTimes: Float64Array;
  /** At the closes of the bars: in the quote currency, or of a walk-forward run as a multiple of the initial capital. */
  readonly equity: Float64Array;
  readonly metrics: Metrics;
}

/** The kinds of run that have an account. */
export type AccountKind = 'backtest' | 'walk-forward' | 'portfolio';

@Injectable()
export class RunAccounts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly trades: TradeReturns,
  ) {}

  /** Fractions, in the order of the trades. */
  tradeReturns(kind: AccountKind, id: number): Promise<Float64Array> {
    return this.trades.of(kind, id);
  }

  /** Null until the run is completed, and of walk-forward runs of earlier versions. */
  async find(kind: AccountKind, id: number): Promise<RunAccount | null> {
    if (kind === 'backtest') return this.ofBacktest(id);
    if (kind === 'portfolio') return this.ofPortfolio(id);
    const stored = await this.dataSource.manager.findOneBy(WalkForwardCurve, { searchId: id });
    return stored && toAccount(stored, stored.metrics);
  }

  private async ofBacktest(backtestId: number): Promise<RunAccount | null> {
    const { manager } = this.dataSource;
    const curve = await manager.findOne(BacktestEquity, {
      where: { backtestId },
      select: { backtestId: true, openTimes: true, equity: true },
    });
    const stored = curve && (await manager.findOneBy(BacktestReport, { backtestId }));
    return stored && toAccount(curve, stored.report.metrics);
  }

  private async ofPortfolio(portfolioId: number): Promise<RunAccount | null> {
    const { manager } = this.dataSource;
    const curve = await manager.findOne(PortfolioEquity, {
      where: { portfolioId },
      select: { portfolioId: true, openTimes: true, equity: true },
    });
    const stored = curve && (await manager.findOneBy(PortfolioReport, { portfolioId }));
    return stored && toAccount(curve, stored.report.metrics);
  }
}

function toAccount(
  { openTimes, equity }: { readonly openTimes: Buffer; readonly equity: Buffer },
  metrics: Metrics,
): RunAccount {
  return { openTimes: doublesOf(openTimes), equity: doublesOf(equity), metrics };
}

/** What the days of a run are and how its risk figures were sampled: as its report has it, whatever calendar its series has by now. */
export function samplingOf({ metrics }: Pick<RunAccount, 'metrics'>, interval: string) {
  const { sharpeBasis: basis, periodsPerYear } = metrics;
  const seconds = intervalSeconds(interval as Interval);
  return { seconds, calendar: calendarOfPeriods({ basis, periodsPerYear }, seconds) };
}
