import { IndicatorMemo } from '../indicators/indicator-memo';
import { type CandleColumns, firstCandleAtOrAfter } from '../market/candle-columns';
import { type Trade } from '../performance/trade';
import { Account } from './account';
import { type Execution } from './execution';
import { averageTrueRangeOf } from './execution-columns';
import { Protection, type ProtectiveLevels } from './protection';

/** What the levels of a trade depend on, besides the candles. */
export type ProtectedTrade = Pick<Trade, 'side' | 'entryTime' | 'entryPrice' | 'exitTime' | 'exitReason'>;

const NONE: ProtectiveLevels = { stopLoss: null, takeProfit: null, trailingStop: null, liquidation: null };

/** Whether positions of this execution have any level. */
export function hasProtectiveLevels(execution: Execution): boolean {
  const { stopLoss, takeProfit, trailingStop, leverage } = execution;
  return stopLoss !== null || takeProfit !== null || trailingStop !== null || leverage > 1;
}

/**
 * The levels under which a trade of a run was held, as they were in the bar of its exit, in the quote currency; null where none is
 * set. `candles` are those of the run, its warm-up included, or there is nothing to say: all null for a trade that is not of them.
 */
export function protectiveLevels(
  trade: ProtectedTrade,
  candles: CandleColumns,
  execution: Execution,
): ProtectiveLevels {
  const atClose = execution.fill === 'close';
  const entry = barOf(candles, trade.entryTime, atClose);
  const decidedAt = atClose ? entry : entry - 1;
  if (!hasProtectiveLevels(execution) || decidedAt < 0 || entry >= candles.length) return NONE;
  const averageTrueRange = averageTrueRangeOf(candles, execution, new IndicatorMemo());
  const account = new Account(execution.initialCapital, execution.leverage);
  const protection = new Protection(account, candles, execution, averageTrueRange);
  protection.arm(trade.side === 'long' ? 1 : -1, trade.entryPrice, decidedAt);
  const isOrder = trade.exitReason === 'signal' || trade.exitReason === 'max_bars';
  const leavesAtClose = trade.exitReason === 'end_of_data' || (atClose && isOrder);
  const exit = Math.min(barOf(candles, trade.exitTime, leavesAtClose), candles.length);
  for (let bar = atClose ? entry + 1 : entry; bar < exit; bar++) protection.follow(bar);
  return protection.levels();
}

/** The bar that opens at this time, or closes at it. */
function barOf(candles: CandleColumns, time: number, closes: boolean): number {
  const next = firstCandleAtOrAfter(candles, time);
  return closes ? next - 1 : next;
}
