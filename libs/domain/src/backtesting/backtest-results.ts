import type { EntityManager } from 'typeorm';
import {
  type BacktestTradeColumns,
  EXCURSION_COLUMNS,
  TRADE_COLUMNS,
  TRADE_ROWS,
  tradeParameters,
} from './backtest-trade-columns';
import { type CompletedRun, storeRunResult } from './store-run-result';
import type { StoredReport } from './stored-report';

/** What a run found. */
export interface CompletedBacktest extends CompletedRun<StoredReport> {
  readonly trades: BacktestTradeColumns;
  /** Of the bars of the equity: the position in the base currency. */
  readonly position: Uint8Array;
}

const TABLES = {
  runs: 'backtests',
  reports: 'backtest_reports',
  curves: 'backtest_equity',
  key: 'backtest_id',
  further: 'position',
} as const;

/** In the transaction that finishes the run: the record's figures, report, curves and trades. */
export async function storeBacktestResult(
  manager: EntityManager,
  id: number,
  { position, trades, ...result }: CompletedBacktest,
): Promise<void> {
  await storeRunResult(manager, TABLES, id, result, position);
  await manager.query('delete from backtest_trades where backtest_id = $1', [id]);
  await manager.query(
    `insert into backtest_trades (backtest_id, ${TRADE_COLUMNS}, ${EXCURSION_COLUMNS})
     select $1, * from (${TRADE_ROWS}) trade`,
    [id, ...tradeParameters(trades)],
  );
}
