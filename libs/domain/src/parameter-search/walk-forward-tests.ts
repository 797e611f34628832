import type { EntityManager } from 'typeorm';
import type { RelativeFigures } from '#engine/backtest/relative-figures';
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
  /** Little-endian doubles of equal number: open times of the bars in ms, and equity and benchmark as multiples of their start. */
  readonly openTimes: Uint8Array;
  readonly equity: Uint8Array;
  readonly benchmark: Uint8Array;
  readonly metrics: Metrics;
  readonly relative: RelativeFigures | null;
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
  { openTimes, equity, benchmark, metrics, relative, trades, windows, members = [] }: WalkForwardTests,
): Promise<void> {
  await manager.query(
    `insert into walk_forward_curves (search_id, open_times, equity, benchmark, metrics, relative)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, openTimes, equity, benchmark, JSON.stringify(metrics), relative && JSON.stringify(relative)],
  );
  await manager.query(
    `insert into walk_forward_trades (search_id, ${TRADE_COLUMNS}, ${EXCURSION_COLUMNS}, window_index, member)
     select $1, trade.*, ($18::integer[])[trade.position + 1], ($19::integer[])[trade.position + 1]
     from (${TRADE_ROWS}) trade`,
    [id, ...tradeParameters(trades), windows, members],
  );
}
