import type { EntityManager } from 'typeorm';
import type { Metrics } from '#engine/performance/compute-metrics';
import {
  type BacktestTradeColumns,
  EXCURSION_COLUMNS,
  TRADE_COLUMNS,
  TRADE_ROWS,
  tradeParameters,
} from '../backtesting/backtest-trade-columns';

/** The tests of a walk-forward run as one account, and their trades. */
export interface WalkForwardTests {
  /** Little-endian doubles of equal number: open times of the bars in ms, and the equity as a multiple of the initial capital. */
  readonly openTimes: Uint8Array;
  readonly equity: Uint8Array;
  readonly metrics: Metrics;
  readonly trades: BacktestTradeColumns;
  /** Of each trade the number of its window. */
  readonly windows: readonly number[];
  /** Of each trade of a portfolio the index of its member. */
  readonly members?: readonly number[];
}

/** In the transaction that finishes the run. */
export async function storeWalkForwardTests(
  manager: EntityManager,
  id: number,
  { openTimes, equity, metrics, trades, windows, members = [] }: WalkForwardTests,
): Promise<void> {
  await manager.query(
    'insert into walk_forward_curves (search_id, open_times, equity, metrics) values ($1, $2, $3, $4)',
    [id, openTimes, equity, JSON.stringify(metrics)],
  );
  await manager.query(
    `insert into walk_forward_trades (search_id, ${TRADE_COLUMNS}, ${EXCURSION_COLUMNS}, window_index, member)
     select $1, trade.*, ($15::integer[])[trade.position + 1], ($16::integer[])[trade.position + 1]
     from (${TRADE_ROWS}) trade`,
    [id, ...tradeParameters(trades), windows, members],
  );
}
