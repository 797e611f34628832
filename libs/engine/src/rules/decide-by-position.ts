import { EXIT_BY_AGE, orderOf, reductionOrder } from '../backtest/position-orders';
import { type HeldPosition, type PositionRules, RULE_NAMES, type RuleName } from '../backtest/position-rules';
import { type BarTimes, ENTER_LONG, ENTER_SHORT, type StrategyParameters } from '../backtest/strategy';
import { type IndicatorMemo } from '../indicators/indicator-memo';
import { type CandleColumns } from '../market/candle-columns';
import { PositionConditions } from './position-conditions';
import { RuleEvaluation } from './rule-evaluation';
import { quantityOf } from './rule-node';
import { type RulePlan } from './rule-plan';
import { type Rules } from './rule-set';

const ENTRY_OF = { 1: ENTER_LONG, [-1]: ENTER_SHORT } as const;

/** What rules decide at each close, given the position there; nothing while they warm up. */
export function decideByPosition(
  rules: Rules,
  plan: RulePlan,
  candles: CandleColumns,
  parameters: StrategyParameters,
  indicators: IndicatorMemo,
  times?: BarTimes,
): PositionRules {
  const evaluation = new RuleEvaluation(plan, candles, parameters, indicators, times);
  const conditions = new PositionConditions(evaluation, parameters);
  const warmup = evaluation.warmup();
  const lists = [...rules.lists].map(([name, alternatives]) => ({
    ofPosition: alternatives.some(({ when }) => when.ofPosition),
    rules: alternatives.map(({ when }, index) => ({
      holds: conditions.compile(when),
      order: orderOf(name, index),
    })),
  }));
  const ordersOfLists = firstOrders(lists.filter(({ ofPosition }) => ofPosition));
  const known = new Uint32Array(candles.length);
  const knownAt = firstOrders(lists.filter(({ ofPosition }) => !ofPosition));
  for (let bar = warmup; bar < known.length; bar++) known[bar] = knownAt(bar);
  const reduce = rules.reduce.map(({ when, side }) => ({ side, holds: conditions.compile(when) }));
  const { maximumBars } = rules;
  const longest = maximumBars === undefined ? Infinity : quantityOf(maximumBars, parameters);

  const decide = (bar: number, position: HeldPosition | null): number => {
    if (bar < warmup) return 0;
    conditions.position = position;
    let orders = known[bar] | ordersOfLists(bar);
    if (position === null) return orders;
    // As with other exits: a bar that leaves a side does not enter it.
    if (position.bars >= longest) orders = (orders & ~ENTRY_OF[position.side]) | EXIT_BY_AGE;
    for (let index = 0; index < reduce.length; index++) {
      const { side, holds } = reduce[index];
      if ((side === undefined || side === position.side) && holds(bar) !== 0) orders |= reductionOrder(index);
    }
    return orders;
  };
  return {
    decide,
    tags: Object.fromEntries(
      RULE_NAMES.map((name) => [name, rules.lists.get(name)?.map(({ tag }) => tag) ?? []]),
    ) as Record<RuleName, (string | undefined)[]>,
    reductions: rules.reduce.map(({ fraction, times: most, tag }) => ({
      fraction: quantityOf(fraction, parameters),
      times: most === undefined ? Infinity : quantityOf(most, parameters),
      tag,
    })),
  };
}

interface CompiledList {
  readonly rules: readonly { readonly holds: (bar: number) => number; readonly order: number }[];
}

/** Of each list the order of the first rule that holds at a bar. */
function firstOrders(lists: readonly CompiledList[]): (bar: number) => number {
  return (bar) => {
    let orders = 0;
    for (const { rules } of lists) {
      let first = 0;
      while (first < rules.length && rules[first].holds(bar) === 0) first++;
      if (first < rules.length) orders |= rules[first].order;
    }
    return orders;
  };
}
