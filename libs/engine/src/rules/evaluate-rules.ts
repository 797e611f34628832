import { type IndicatorMemo } from '../indicators/indicator-memo';
import { type CandleColumns } from '../market/candle-columns';
import { SIGNALS } from '../backtest/position-orders';
import { type BarTimes, type StrategyParameters } from '../backtest/strategy';
import { type LaggedValues } from './lagged-values';
import { RuleEvaluation } from './rule-evaluation';
import { type ValueNode } from './rule-node';
import { type RulePlan, warmupOf } from './rule-plan';
import { conditionsOf, type Rules } from './rule-set';

/**
 * The signals of rules on candles without a position, one byte per bar as a Strategy gives them; 0 while the rules warm
 * up.
 */
export function evaluateRules(
  rules: Rules,
  plan: RulePlan,
  candles: CandleColumns,
  parameters: StrategyParameters,
  indicators: IndicatorMemo,
  times?: BarTimes,
): Uint8Array {
  const evaluation = new RuleEvaluation(plan, candles, parameters, indicators, times);
  const signals = new Uint8Array(candles.length);
  const warmup = evaluation.warmup();
  for (const [name, rule] of rules.conditions) {
    const signal = SIGNALS[name];
    evaluation.useFlags(rule, (flags) => {
      const mask = flags.length === 1 ? 0 : -1;
      for (let bar = warmup; bar < signals.length; bar++) {
        signals[bar] |= signal * flags[bar & mask];
      }
    });
  }
  return signals;
}

/**
 * Looks for a value that is compared and that no bar after the warm-up has (the logarithm of a negative number, a
 * division by what is always zero): its comparison never holds, which nobody can have meant. Answers what to report to the
 * client, or undefined.
 */
export function findValueless(
  rules: Rules,
  plan: RulePlan,
  candles: CandleColumns,
  parameters: StrategyParameters,
  indicators: IndicatorMemo,
  times?: BarTimes,
): string | undefined {
  const warmup = warmupOf(plan, parameters);
  if (candles.length <= warmup) return undefined;
  let valueless: ValueNode | undefined;
  const onCompared = (node: ValueNode, { values, lag }: LaggedValues) => {
    let bar = values.length === 1 ? 0 : warmup - lag;
    const end = values.length - lag;
    while (bar < end && Number.isNaN(values[bar])) bar++;
    if (bar === end) valueless ??= node;
  };
  const evaluation = new RuleEvaluation(plan, candles, parameters, indicators, times, onCompared);
  for (const rule of conditionsOf(rules)) evaluation.useFlags(rule, () => undefined);
  if (valueless === undefined) return undefined;
  return (
    `${valueless.path}: has no value on any of the ${candles.length - warmup} candles after the warm-up, ` +
    'so that nothing can be compared with it (a division by zero, or a logarithm or root of a negative number)'
  );
}
