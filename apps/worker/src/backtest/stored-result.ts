import type { BacktestTradeColumns, CompletedBacktest } from '#domain/backtesting/backtest-runs';
import { toSnakeCase } from '#domain/database/snake-case-naming';
import type { Metrics } from '#engine/performance/compute-metrics';
import type { Trade } from '#engine/backtest/trade';
import { toDecimalText } from '#engine/market/decimal-text';
import { createHash } from 'node:crypto';
import type { BacktestInput } from './backtest-input';
import type { BacktestTask, BacktestTaskResult } from './backtest.thread';

/** Grows when the same input may give another result. */
const ENGINE_VERSION = '1';

type FinishedTask = Extract<BacktestTaskResult, { result: object }>;

/** A finished task as its tables keep it: the report in the API's wire form, the trades as columns. */
export function toStoredResult(
  { task, warnings }: BacktestInput,
  { result, candlesSha256 }: FinishedTask,
): CompletedBacktest {
  const { metrics, benchmark, costs, bars, warmupBars, bankrupt, trades } = result;
  return {
    sharpeRatio: metrics.sharpeRatio,
    maxDrawdown: metrics.maxDrawdown,
    totalReturn: metrics.totalReturn,
    report: {
      metrics: toWire(metrics),
      benchmark: toWire(benchmark),
      costs: { fees: toDecimalText(costs.fees), slippage: toDecimalText(costs.slippage), funding: '0' },
      warnings: [...warnings, ...result.warnings],
      bars,
      warmup_bars: warmupBars,
      bankrupt,
      resolved: { parameters: task.parameters, execution: toWire(task.execution) },
      fingerprint: {
        candles_sha256: candlesSha256,
        configuration_sha256: hashConfiguration(task),
        engine_version: ENGINE_VERSION,
      },
    },
    trades: toTradeColumns(trades),
  };
}

function toWire(record: Metrics | BacktestTask['execution']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [toSnakeCase(name), value as unknown]),
  );
}

/** Over the settings in a fixed order, so that equal settings have equal hashes. */
function hashConfiguration(task: BacktestTask): string {
  const settings = { ...task, candles: undefined };
  return createHash('sha256')
    .update(JSON.stringify(sortKeys(settings)))
    .digest('hex');
}

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sortKeys(item)]));
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
    funding: trades.map(() => '0'),
    pnl: trades.map((trade) => toDecimalText(trade.pnl)),
    return: trades.map((trade) => trade.return),
    exitReason: trades.map((trade) => trade.exitReason),
  };
}
