import { IndicatorMemo } from '../indicators/indicator-memo';
import { computeTotalReturn } from '../performance/compute-total-return';
import { type Metrics } from '../performance/compute-metrics';
import { findBreakEvenFee } from '../performance/relative/find-break-even-fee';
import { type AnyStrategy, holdsTargets } from './any-strategy';
import { chargedWith } from './execution';
import { placesOrders } from './order-strategy';
import { type BacktestInput, type BacktestResult } from './run-backtest';
import { simulateStrategy } from './simulate-strategy';
import { decisionsOf } from './strategy';

/**
 * The fee per side, in basis points, at which the run's total return is 0: it is simulated again with other fees, and
 * everything else, slippage and funding too, as it was (see findBreakEvenFee); the lowest one at which no lot can be bought,
 * where the run still makes something below it. Null without trades.
 */
export function breakEvenCost(
  input: BacktestInput,
  { metrics }: Pick<BacktestResult, 'metrics'>,
): number | null {
  if (metrics.trades === 0) return null;
  const indicators = input.indicators ?? new IndicatorMemo();
  const equityBuffer = new Float64Array(input.candles.length - input.tradeFrom);
  const strategy = decidedOnce({ ...input, indicators });
  const totalReturnAt = (feeRate: number) => {
    const execution = chargedWith(input.execution, feeRate);
    const run = { ...input, strategy, indicators, execution, equityBuffer };
    const { equity, account } = simulateStrategy(run);
    // A fee at which nothing can be bought is too high, though it costs nothing.
    return account.closed.length === 0 ? -1 : computeTotalReturn(equity[0], equity[equity.length - 1]);
  };
  return findBreakEvenFee(totalReturnAt, guessBreakEvenFee(metrics));
}

/** What it would pay in fees per value traded if every fill took the same share of the equity. */
export function guessBreakEvenFee({
  totalReturn,
  turnover,
}: Pick<Metrics, 'totalReturn' | 'turnover'>): number | undefined {
  return totalReturn > -1 && turnover ? Math.log1p(totalReturn) / turnover : undefined;
}

/** Signals and orders know nothing of fees: they are computed once for all runs. */
function decidedOnce(input: BacktestInput): AnyStrategy {
  const { strategy, candles, parameters, indicators = new IndicatorMemo() } = input;
  if (holdsTargets(strategy)) {
    const targets = strategy.targets(candles, parameters, indicators, input);
    return { ...strategy, targets: () => targets };
  }
  if (placesOrders(strategy)) {
    const plan = strategy.orders(candles, parameters);
    return { ...strategy, orders: () => plan };
  }
  const decisions = decisionsOf(strategy, candles, parameters, indicators, input);
  return decisions instanceof Uint8Array
    ? { ...strategy, signals: () => decisions }
    : { ...strategy, positionRules: () => decisions };
}
