import { EXIT_BY_AGE, orderOf, reductionOrder } from '../backtest/position-orders';
import { type HeldPosition, type PositionRules, RULE_NAMES, type RuleName } from '../backtest/position-rules';
import { type BarTimes, ENTER_LONG, ENTER_SHORT, type StrategyParameters } from '../backtest/strategy';
import { type IndicatorMemo } from '../indicators/indicator-memo';
import { type CandleColumns } from '../market/candle-columns';
import { PositionConditions } from './position-conditions';
import { RuleEvaluation } from './rule-evaluation';
import { quantityOf } from './rule-node';
import { type RulePlan, warmupOf } from './rule-plan';
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
  const lists = [...rules.lists].map(([name, alternatives]) => ({
    name,
    holds: alternatives.map(({ when }) => conditions.compile(when)),
  }));
  const reduce = rules.reduce.map(({ when, side }) => ({ side, holds: conditions.compile(when) }));
  const { maximumBars } = rules;
  const longest = maximumBars === undefined ? Infinity : quantityOf(maximumBars, parameters);
  const warmup = warmupOf(plan, parameters);

  const decide = (bar: number, position: HeldPosition | null): number => {
    if (bar < warmup) return 0;
    conditions.position = position;
    let orders = 0;
    for (const { name, holds } of lists) {
      const first = holds.findIndex((isTrue) => isTrue(bar) !== 0);
      if (first >= 0) orders |= orderOf(name, first);
    }
    if (position === null) return orders;
    // As with other exits: a bar that leaves a side does not enter it.
    if (position.bars >= longest) orders = (orders & ~ENTRY_OF[position.side]) | EXIT_BY_AGE;
    for (const [index, { side, holds }] of reduce.entries()) {
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
