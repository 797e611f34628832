import { createHash } from 'node:crypto';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import { type BacktestResult, runBacktest } from '#engine/backtest/run-backtest';
import type { Execution } from '#engine/backtest/execution';
import type { Calendar } from '#engine/market/calendar';
import type { CandleColumns } from '#engine/market/candle-columns';
import { resolveStrategy } from '#engine/strategies/registry';

/** What crosses into a thread: numbers and names; the columns are shared, not copied. */
export interface BacktestTask {
  readonly candles: CandleColumns;
  readonly tradeFrom: number;
  readonly intervalSeconds: number;
  readonly calendar: Calendar;
  readonly strategyName: string;
  readonly parameters: object;
  readonly execution: Execution;
}

export type BacktestTaskResult =
  { readonly result: BacktestResult; readonly candlesSha256: string } | { readonly refusal: string };

/** Runs in a thread of its own: a long calculation here keeps no lock from being renewed. */
export function runBacktestTask({
  strategyName,
  parameters: given,
  ...task
}: BacktestTask): BacktestTaskResult {
  try {
    const { strategy, parameters } = resolveStrategy(strategyName, given);
    const result = runBacktest({ ...task, strategy, parameters });
    return { result, candlesSha256: hashCandles(task.candles) };
  } catch (error) {
    // An error's class does not survive the way between threads.
    if (error instanceof BacktestRefusal) return { refusal: error.message };
    throw error;
  }
}

/** Over the columns one after the other, as little-endian doubles. */
function hashCandles({ openTime, open, high, low, close, volume }: CandleColumns): string {
  const hash = createHash('sha256');
  for (const column of [openTime, open, high, low, close, volume]) {
    hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  }
  return hash.digest('hex');
}
