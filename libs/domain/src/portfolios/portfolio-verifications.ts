import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RunVerifications } from '../backtesting/run-verifications';
import { TRADE_COLUMNS } from '../backtesting/backtest-trade-columns';
import { type CompletedPortfolio, PORTFOLIO_TRADE_ROWS, portfolioTradeParameters } from './portfolio-results';
import { holdsRebalancings } from './stored-rebalancings';

/** Verifications of completed portfolio runs, and what they compare with. */
@Injectable()
export class PortfolioVerifications extends RunVerifications {
  constructor(dataSource: DataSource) {
    super(dataSource, {
      verifications: 'portfolio_verifications',
      reports: 'portfolio_reports',
      key: 'portfolio_id',
    });
  }

  /** Whether report (but for its fingerprint), curves, weights and trades are what is stored, to the last byte. */
  async holds(portfolioId: number, result: CompletedPortfolio): Promise<boolean> {
    const { report, trades, rebalancings, openTimes, equity, cash, benchmark } = result;
    const [figures] = await this.dataSource.query<({ same: boolean } | undefined)[]>(
      `select report.report - 'fingerprint' = $2::jsonb - 'fingerprint' and curves.open_times = $3
           and curves.equity = $4 and curves.cash = $5 and curves.benchmark = $6 as same
       from portfolio_reports report join portfolio_equity curves using (portfolio_id) where portfolio_id = $1`,
      [portfolioId, JSON.stringify(report), openTimes, equity, cash, benchmark],
    );
    if (!figures?.same || !(await holdsRebalancings(this.dataSource, portfolioId, rebalancings)))
      return false;
    const columns = `${TRADE_COLUMNS}, member`;
    return this.holdsTrades(
      `select ${columns} from portfolio_trades where portfolio_id = $1`,
      `select ${columns} from (${PORTFOLIO_TRADE_ROWS}) trade`,
      [portfolioId, ...portfolioTradeParameters(trades)],
      trades.entryTime.length,
    );
  }
}
