import { type Execution, PLAIN_EXECUTION } from '../src/backtest/execution';
import { type BacktestInput, type BacktestResult, runBacktest } from '../src/backtest/run-backtest';
import { type CandleColumns } from '../src/market/candle-columns';
import { type Strategy } from '../src/backtest/strategy';

/** A strategy that says exactly these bytes. */
export function scripted(...signals: number[]): Strategy {
  return {
    name: 'scripted',
    summary: 'Says what the test wrote.',
    parameters: {},
    warmup: () => 0,
    signals: (candles) => Uint8Array.from({ length: candles.length }, (_, bar) => signals[bar] ?? 0),
  };
}

/** Runs daily bars round the clock with 10,000 and no costs, but for what is given. */
export function run(
  candles: CandleColumns,
  strategy: BacktestInput['strategy'],
  execution: Partial<Execution> = {},
  input: Partial<BacktestInput> = {},
): BacktestResult {
  return runBacktest({
    candles,
    tradeFrom: 0,
    intervalSeconds: 86_400,
    calendar: '24x7',
    strategy,
    parameters: {},
    execution: { ...PLAIN_EXECUTION, ...execution },
    ...input,
  });
}
