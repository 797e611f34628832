import type { EntityManager } from 'typeorm';
import {
  type BacktestTradeColumns,
  EXCURSION_COLUMNS,
  TRADE_COLUMNS,
  TRADE_ROWS,
  tradeParameters,
} from '../backtesting/backtest-trade-columns';
import { type CompletedRun, storeRunResult } from '../backtesting/store-run-result';
import { storeRebalancings, type StoredRebalancings } from './stored-rebalancings';
import type { StoredPortfolioReport } from './stored-portfolio-report';

/** Trades and, of each, the index of its member. */
export interface PortfolioTradeColumns extends BacktestTradeColumns {
  readonly member: readonly number[];
}

/** What a run found. */
export interface CompletedPortfolio extends CompletedRun<StoredPortfolioReport> {
  readonly trades: PortfolioTradeColumns;
  readonly rebalancings: StoredRebalancings;
  /** Of the bars of the equity: cash as a share of it. */
  readonly cash: Uint8Array;
}

const TABLES = {
  runs: 'portfolio_runs',
  reports: 'portfolio_reports',
  curves: 'portfolio_equity',
  key: 'portfolio_id',
  further: 'cash',
} as const;

/** Selects the columns of a trade and its member; the parameters are `portfolioTradeParameters`, after the first. */
export const PORTFOLIO_TRADE_ROWS = `
  select trade.*, ($18::integer[])[trade.position + 1] as member from (${TRADE_ROWS}) trade`;

export function portfolioTradeParameters(trades: PortfolioTradeColumns) {
  return [...tradeParameters(trades), trades.member];
}

/** In the transaction that finishes the run: the record's figures, report, curves, weights and trades. */
export async function storePortfolioResult(
  manager: EntityManager,
  id: number,
  { cash, trades, rebalancings, ...result }: CompletedPortfolio,
): Promise<void> {
  await storeRunResult(manager, TABLES, id, result, cash);
  await manager.query('delete from portfolio_trades where portfolio_id = $1', [id]);
  await manager.query(
    `insert into portfolio_trades (portfolio_id, ${TRADE_COLUMNS}, ${EXCURSION_COLUMNS}, member)
     select $1, * from (${PORTFOLIO_TRADE_ROWS}) trade`,
    [id, ...portfolioTradeParameters(trades)],
  );
  await storeRebalancings(manager, id, rebalancings);
}
