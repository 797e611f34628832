import type { EntityManager } from 'typeorm';
import {
  type BacktestTradeColumns,
  EXCURSION_COLUMNS,
  TRADE_COLUMNS,
  TRADE_ROWS,
  tradeParameters,
} from '../backtesting/backtest-trade-columns';
import { storeRebalancings, type StoredRebalancings } from './stored-rebalancings';
import type { StoredPortfolioReport } from './stored-portfolio-report';

/** Trades and, of each, the index of its member. */
export interface PortfolioTradeColumns extends BacktestTradeColumns {
  readonly member: readonly number[];
}

/** What a run found. */
export interface CompletedPortfolio {
  readonly sharpeRatio: number | null;
  readonly maxDrawdown: number | null;
  readonly totalReturn: number | null;
  readonly report: StoredPortfolioReport;
  readonly trades: PortfolioTradeColumns;
  readonly rebalancings: StoredRebalancings;
  /** Little-endian doubles of equal number: open times of the bars in ms, and at their closes equity, cash as a share of it, and benchmark. */
  readonly openTimes: Uint8Array;
  readonly equity: Uint8Array;
  readonly cash: Uint8Array;
  readonly benchmark: Uint8Array;
}

/** Selects the columns of a trade and its member; the parameters are `portfolioTradeParameters`, after the first. */
export const PORTFOLIO_TRADE_ROWS = `
  select trade.*, ($15::integer[])[trade.position + 1] as member from (${TRADE_ROWS}) trade`;

export function portfolioTradeParameters(trades: PortfolioTradeColumns) {
  return [...tradeParameters(trades), trades.member];
}

/** In the transaction that finishes the run: the record's figures, report, curves, weights and trades. */
export async function storePortfolioResult(
  manager: EntityManager,
  id: number,
  { report, openTimes, equity, cash, benchmark, trades, rebalancings, ...figures }: CompletedPortfolio,
): Promise<void> {
  await manager.query(
    `with figures as (
       update portfolio_runs set sharpe_ratio = $2, max_drawdown = $3, total_return = $4 where id = $1
     ), report as (
       insert into portfolio_reports (portfolio_id, report) values ($1, $5)
       on conflict (portfolio_id) do update set report = excluded.report
     )
     insert into portfolio_equity (portfolio_id, open_times, equity, cash, benchmark) values ($1, $6, $7, $8, $9)
     on conflict (portfolio_id) do update set open_times = excluded.open_times, equity = excluded.equity,
       cash = excluded.cash, benchmark = excluded.benchmark`,
    [
      id,
      figures.sharpeRatio,
      figures.maxDrawdown,
      figures.totalReturn,
      JSON.stringify(report),
      openTimes,
      equity,
      cash,
      benchmark,
    ],
  );
  await manager.query('delete from portfolio_trades where portfolio_id = $1', [id]);
  await manager.query(
    `insert into portfolio_trades (portfolio_id, ${TRADE_COLUMNS}, ${EXCURSION_COLUMNS}, member)
     select $1, * from (${PORTFOLIO_TRADE_ROWS}) trade`,
    [id, ...portfolioTradeParameters(trades)],
  );
  await storeRebalancings(manager, id, rebalancings);
}
