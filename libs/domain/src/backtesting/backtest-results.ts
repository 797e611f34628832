import type { EntityManager } from 'typeorm';
import {
  type BacktestTradeColumns,
  EXCURSION_COLUMNS,
  TRADE_COLUMNS,
  TRADE_ROWS,
  tradeParameters,
} from './backtest-trade-columns';
import type { StoredReport } from './stored-report';

/** What a run found. */
export interface CompletedBacktest {
  readonly sharpeRatio: number | null;
  readonly maxDrawdown: number | null;
  readonly totalReturn: number | null;
  readonly report: StoredReport;
  readonly trades: BacktestTradeColumns;
  /** Little-endian doubles of equal number: open times of the bars in ms, and the equity at their closes. */
  readonly openTimes: Uint8Array;
  readonly equity: Uint8Array;
  /** Of the same bars: the equity of buy and hold, and the position in the base currency. */
  readonly benchmark: Uint8Array;
  readonly position: Uint8Array;
}

/** In the transaction that finishes the run: the record's figures, report, equity and trades. */
export async function storeBacktestResult(
  manager: EntityManager,
  id: number,
  { report, openTimes, equity, benchmark, position, trades, ...figures }: CompletedBacktest,
): Promise<void> {
  await manager.query(
    `with figures as (
       update backtests set sharpe_ratio = $2, max_drawdown = $3, total_return = $4 where id = $1
     ), report as (
       insert into backtest_reports (backtest_id, report) values ($1, $5)
       on conflict (backtest_id) do update set report = excluded.report
     )
     insert into backtest_equity (backtest_id, open_times, equity, benchmark, position) values ($1, $6, $7, $8, $9)
     on conflict (backtest_id) do update set open_times = excluded.open_times, equity = excluded.equity,
       benchmark = excluded.benchmark, position = excluded.position`,
    [
      id,
      figures.sharpeRatio,
      figures.maxDrawdown,
      figures.totalReturn,
      JSON.stringify(report),
      openTimes,
      equity,
      benchmark,
      position,
    ],
  );
  await manager.query('delete from backtest_trades where backtest_id = $1', [id]);
  await manager.query(
    `insert into backtest_trades (backtest_id, ${TRADE_COLUMNS}, ${EXCURSION_COLUMNS})
     select $1, * from (${TRADE_ROWS}) trade`,
    [id, ...tradeParameters(trades)],
  );
}
