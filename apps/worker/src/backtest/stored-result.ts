import type { CompletedBacktest } from '#domain/backtesting/backtest-runs';
import type { BacktestTradeColumns } from '#domain/backtesting/backtest-trade-columns';
import { bytesOfDoubles } from '#domain/records/doubles';
import { toWire } from '#domain/records/to-wire';
import type { Trade } from '#engine/backtest/trade';
import { toDecimalText } from '#engine/market/decimal-text';
import { limitWarnings } from '#engine/market/limit-warnings';
import { formatDateTime } from '#engine/market/parse-time';
import { describeCandles, ENGINE_VERSION, fingerprintSettings } from '../fingerprint';
import type { BacktestTask, FinishedBacktest } from './backtest.thread';
import { gapWarnings, overlapWarnings } from './gap-warnings';

/** No built-in draws at random; the field is there so that a report always says what its numbers hang on. */
const SEED = null;

/** A finished task as its tables keep it: the report in the API's wire form, trades and equity as columns. */
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
      metrics: toWire(metrics),
      benchmark: toWire(benchmark),
      verdict: toWire(verdict),
      costs: {
        fees: toDecimalText(costs.fees),
        slippage: toDecimalText(costs.slippage),
        funding: toDecimalText(costs.funding),
      },
      warnings: limitWarnings([
        ...input.warnings,
        ...result.warnings,
        ...(trades.length === 0 ? ['the run made no trade'] : []),
        ...gapWarnings(gaps),
        ...overlapWarnings(openTime, intervalSeconds),
      ]),
      bars,
      warmup_bars: warmupBars,
      ambiguous_bars: ambiguousBars,
      missing_candles: gaps.missing,
      bankrupt,
      unpaid_loss: toDecimalText(unpaidLoss),
      lookahead_check: toWire(lookahead),
      monthly_returns: monthlyReturns,
      drawdowns: drawdowns.map(({ peakTime, troughTime, recoveryTime, depth, bars: length }) => ({
        peak_time: formatDateTime(peakTime),
        trough_time: formatDateTime(troughTime),
        recovery_time: recoveryTime === null ? null : formatDateTime(recoveryTime),
        depth,
        bars: length,
      })),
      resolved: { given, parameters, execution: toWire(execution) },
      fingerprint: {
        candles_sha256: finished.candlesSha256,
        funding_sha256: finished.fundingSha256,
        configuration_sha256: fingerprintSettings(settings),
        engine_version: ENGINE_VERSION,
        seed: SEED,
        candles: describeCandles(input),
      },
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
