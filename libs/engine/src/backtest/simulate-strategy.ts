import { IndicatorMemo } from '../indicators/indicator-memo';
import { type CandleColumns } from '../market/candle-columns';
import { placesOrders } from './order-strategy';
import { type AnyStrategy, describeOwnOrders, holdsTargets } from './any-strategy';
import { type BarTimes, decisionsOf, type StrategyParameters } from './strategy';
import { BacktestRefusal } from './backtest-refusal';
import { type Execution, PLAIN_EXECUTION } from './execution';
import { type FundingColumns } from './funding';
import { simulateAccount, type Simulation } from './simulate-account';
import { simulateOrders } from './simulate-orders';
import { simulateTargets } from './simulate-targets';

export interface SimulationInput extends BarTimes {
  readonly candles: CandleColumns;
  /** Index of the first bar inside the requested range; the candles before it only warm the indicators up. */
  readonly tradeFrom: number;
  readonly strategy: AnyStrategy;
  /** Complete and valid, as resolveStrategy returns them. */
  readonly parameters: StrategyParameters;
  readonly execution: Execution;
  /** Settled funding of the series, oldest first; none without. */
  readonly funding?: FundingColumns | null;
  /** Columns of exactly these candles that other runs computed or may need; an empty memo without. */
  readonly indicators?: IndicatorMemo;
  /** See SimulationSetting. */
  readonly equityBuffer?: Float64Array;
}

/** One run of a strategy without any figures: by its signals, or by its orders. Throws BacktestRefusal. */
export function simulateStrategy(input: SimulationInput): Simulation {
  const { candles, tradeFrom, intervalSeconds, calendar, strategy, parameters, execution, equityBuffer } =
    input;
  const funding = input.funding ?? null;
  if (holdsTargets(strategy)) {
    refuseUnusable(describeOwnOrders(strategy), unusableFor({ hasOwnExits: false }, execution));
    return simulateTargets(input, strategy);
  }
  if (placesOrders(strategy)) {
    refuseUnusable(describeOwnOrders(strategy), unusableFor({ hasOwnExits: true }, execution));
    const plan = strategy.orders(candles, parameters);
    return simulateOrders(candles, tradeFrom, intervalSeconds, plan, execution, funding, equityBuffer);
  }
  const indicators = input.indicators ?? new IndicatorMemo();
  const decisions = decisionsOf(strategy, candles, parameters, indicators, input);
  const { entersOnce } = strategy;
  const setting = { calendar, funding, entersOnce, indicators, equityBuffer };
  return simulateAccount(candles, tradeFrom, intervalSeconds, decisions, execution, setting);
}

/** What would size or end a position. */
function unusableFor({ hasOwnExits }: { readonly hasOwnExits: boolean }, execution: Execution): string[] {
  const { sizing, stopLoss, takeProfit, trailingStop, leverage } = execution;
  const sized = sizing.mode !== PLAIN_EXECUTION.sizing.mode || sizing.value !== PLAIN_EXECUTION.sizing.value;
  return [
    ...(sized ? ['sizing'] : []),
    ...(hasOwnExits && stopLoss ? ['stop_loss'] : []),
    ...(hasOwnExits && takeProfit ? ['take_profit'] : []),
    ...(hasOwnExits && trailingStop ? ['trailing_stop'] : []),
    ...(leverage > 1 ? ['leverage'] : []),
  ];
}

/** Settings that a strategy would not obey. */
function refuseUnusable(why: string, unusable: readonly string[]): void {
  if (unusable.length === 0) return;
  throw new BacktestRefusal(`${why} and cannot be run with execution.${unusable.join(', execution.')}`);
}
