import type { CompletedBacktest } from '#domain/backtesting/backtest-results';
import type { BacktestTradeColumns } from '#domain/backtesting/backtest-trade-columns';
import { RESULT_VERSION } from '#domain/backtesting/stored-report';
import { bytesOfDoubles } from '#domain/records/doubles';
import type { Trade } from '#engine/performance/trade';
import { toDecimalText } from '#engine/decimal/decimal-text';
import { limitWarnings } from '#engine/market/limit-warnings';
import { fingerprintRun } from '../fingerprint';
import type { BacktestTask, FinishedBacktest } from './backtest.thread';
import { gapWarnings, overlapWarnings } from './gap-warnings';

/** No built-in draws at random; the field is there so that a report always says what its numbers hang on. */
const SEED = null;

/** A finished task as its tables keep it: the report as the engine gives it, trades and equity as columns. */
export function toStoredResult(
  { strategyName, parameters: given, input }: BacktestTask,
  finished: FinishedBacktest,
): CompletedBacktest {
  const { result, lookahead, verdict, gaps, drawdowns, monthlyReturns, openTime, parameters } = finished;
  const { metrics, benchmark, costs, bars, warmupBars, bankrupt, unpaidLoss, ambiguousBars, trades, equity } =
    result;
  const { execution, intervalSeconds, calendar, tradeFrom } = input;
  const settings = { strategyName, given, parameters, execution, intervalSeconds, calendar, tradeFrom };
  return {
    sharpeRatio: metrics.sharpeRatio,
    maxDrawdown: metrics.maxDrawdown,
    totalReturn: metrics.totalReturn,
    report: {
      version: RESULT_VERSION,
      metrics,
      benchmark,
      verdict,
      costs,
      warnings: limitWarnings([
        ...input.warnings,
        ...result.warnings,
        ...(trades.length === 0 ? ['the run made no trade'] : []),
        ...gapWarnings(gaps),
        ...overlapWarnings(openTime, intervalSeconds),
      ]),
      bars,
      warmupBars,
      ambiguousBars,
      missingCandles: gaps.missing,
      bankrupt,
      unpaidLoss,
      lookaheadCheck: lookahead,
      monthlyReturns,
      drawdowns,
      resolved: { given, parameters, execution },
      fingerprint: fingerprintRun(finished, settings, SEED, input),
    },
    trades: toTradeColumns(trades),
    openTimes: bytesOfDoubles(openTime),
    equity: bytesOfDoubles(equity),
  };
}

function toTradeColumns(trades: readonly Trade[]): BacktestTradeColumns {
  const time = (milliseconds: number) => new Date(milliseconds).toISOString();
  return {
    entryTime: trades.map((trade) => time(trade.entryTime)),
    exitTime: trades.map((trade) => time(trade.exitTime)),
    side: trades.map((trade) => trade.side),
    quantity: trades.map((trade) => toDecimalText(trade.quantity)),
    entryPrice: trades.map((trade) => toDecimalText(trade.entryPrice)),
    exitPrice: trades.map((trade) => toDecimalText(trade.exitPrice)),
    fees: trades.map((trade) => toDecimalText(trade.fees)),
    funding: trades.map((trade) => toDecimalText(trade.funding)),
    pnl: trades.map((trade) => toDecimalText(trade.pnl)),
    return: trades.map((trade) => trade.return),
    exitReason: trades.map((trade) => trade.exitReason),
  };
}
