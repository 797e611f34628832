import { IndicatorMemo } from '../indicators/indicator-memo';
import { type CandleColumns } from '../market/candle-columns';
import { Account } from './account';
import { averageTrueRangeOf, executionWarmupBars } from './execution-columns';
import { type Execution } from './execution';
import { FundingClock, type FundingColumns } from './funding';
import { Protection } from './protection';
import { equityOf, type Simulation } from './simulate-account';
import { type BarTimes, type StrategyParameters } from './strategy';
import { type TargetStrategy } from './target-strategy';
import { TargetTrader } from './target-trader';

/** As SimulationInput has it. */
interface TargetSimulation extends BarTimes {
  readonly candles: CandleColumns;
  readonly tradeFrom: number;
  readonly parameters: StrategyParameters;
  readonly execution: Execution;
  readonly funding?: FundingColumns | null;
  readonly indicators?: IndicatorMemo;
  readonly equityBuffer?: Float64Array;
}

/**
 * Walks the bars from `tradeFrom` and holds the targets. As with signals, nothing is filled before the bar after `tradeFrom` (or,
 * where fills are at the close, before its close), equity[0] is the initial capital, funding falls on what was held before a bar's
 * fill, the protective levels follow the fill, and what is held in the end is closed at the last close.
 */
export function simulateTargets(input: TargetSimulation, strategy: TargetStrategy): Simulation {
  const { candles, tradeFrom, intervalSeconds, parameters, execution, funding = null, equityBuffer } = input;
  const indicators = input.indicators ?? new IndicatorMemo();
  const { openTime, open, close, length } = candles;
  const account = new Account(execution.initialCapital, 1);
  const barMilliseconds = intervalSeconds * 1000;
  const range = averageTrueRangeOf(candles, execution, indicators);
  const protection = new Protection(account, candles, execution, range);
  const setting = { barMilliseconds, ...strategy.trading(parameters) };
  const trader = new TargetTrader(account, candles, execution, setting, protection);
  const clock =
    execution.funding === 'off' || funding === null
      ? null
      : new FundingClock(candles, funding, openTime[tradeFrom], barMilliseconds);
  const targets = strategy.targets(candles, parameters, indicators, input);
  const equity = equityOf(length - tradeFrom, equityBuffer);
  const firstDecision = Math.max(tradeFrom, executionWarmupBars(execution));
  const atClose = execution.fill === 'close';
  const last = length - 1;
  for (let bar = tradeFrom; bar < length; bar++) {
    if (clock !== null && !atClose) account.payFunding(clock.perUnitUntil(openTime[bar], bar, open[bar]));
    if (!atClose && bar > firstDecision) trader.fill(targets[bar - 1], bar);
    const wasHeld = account.quantity !== 0;
    trader.protectWithin(bar);
    if (clock !== null && (atClose || bar === last)) {
      account.payFunding(clock.perUnitUntil(openTime[bar] + barMilliseconds, bar, close[bar]));
    }
    // What is bought at the last close would be sold at the same price.
    if (atClose && bar >= firstDecision && bar < last) trader.fill(targets[bar], bar);
    if (wasHeld) account.heldBars++;
    const marked = account.cash + account.quantity * close[bar];
    if (marked <= account.ruin) {
      trader.closeOut(bar, 'bankruptcy');
      account.bankrupt = true;
      equity.fill(0, bar - tradeFrom);
      return { equity, account };
    }
    equity[bar - tradeFrom] = bar === tradeFrom ? execution.initialCapital : marked;
  }
  trader.closeOut(last, 'end_of_data');
  equity[equity.length - 1] = account.cash;
  return { equity, account };
}
