import { type RelativeMeasures, measureRelative } from '../performance/relative/measure-relative';
import { pairReturns } from '../performance/relative/pair-returns';
import { breakEvenCost } from './break-even-cost';
import { type BacktestInput, type BacktestResult } from './run-backtest';

/** A run beside its benchmark. */
export interface RelativeFigures extends RelativeMeasures {
  /** Opens of the first and of the last bar that both have, in ms. */
  readonly start: number;
  readonly end: number;
  /** See breakEvenCost; null where no fee makes the total return 0. */
  readonly breakEvenCostBps: number | null;
}

/** Every figure of a run beside its benchmark, by the returns of its Sharpe ratio. */
export function relativeFigures(input: BacktestInput, result: BacktestResult): RelativeFigures {
  const { equity, benchmarkEquity, benchmarkSpan: span } = result;
  const { intervalSeconds, calendar } = input;
  const openTime = input.candles.openTime.subarray(input.tradeFrom);
  const curves = { openTime, equity, benchmarkEquity, intervalSeconds, calendar, span };
  return {
    ...measureRelative(pairReturns(curves)),
    start: openTime[span.first],
    end: openTime[span.last],
    breakEvenCostBps: breakEvenCost(input, result),
  };
}
