import { type IndicatorMemo } from '../indicators/indicator-memo';
import { type CandleColumns } from '../market/candle-columns';
import {
  ENTER_LONG,
  ENTER_SHORT,
  EXIT_LONG,
  EXIT_SHORT,
  type StrategyParameters,
} from '../backtest/strategy';
import { type RuleName } from './read-rules';
import { RuleEvaluation } from './rule-evaluation';
import { type ConditionNode, type ValueNode } from './rule-node';
import { type RulePlan, warmupOf } from './rule-plan';

type Rules = ReadonlyMap<RuleName, ConditionNode>;

const SIGNALS: Readonly<Record<RuleName, number>> = {
  entry_long: ENTER_LONG,
  exit_long: EXIT_LONG,
  entry_short: ENTER_SHORT,
  exit_short: EXIT_SHORT,
};

/** The signals of rules on candles, one byte per bar as a Strategy gives them; 0 while the rules warm up. */
export function evaluateRules(
  rules: Rules,
  plan: RulePlan,
  candles: CandleColumns,
  parameters: StrategyParameters,
  indicators: IndicatorMemo,
): Uint8Array {
  const evaluation = new RuleEvaluation(plan, candles, parameters, indicators);
  const signals = new Uint8Array(candles.length);
  const warmup = warmupOf(plan, parameters);
  for (const [name, rule] of rules) {
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
): string | undefined {
  const warmup = warmupOf(plan, parameters);
  if (candles.length <= warmup) return undefined;
  let valueless: ValueNode | undefined;
  const evaluation = new RuleEvaluation(plan, candles, parameters, indicators, (node, { values, lag }) => {
    let bar = values.length === 1 ? 0 : warmup - lag;
    const end = values.length - lag;
    while (bar < end && Number.isNaN(values[bar])) bar++;
    if (bar === end) valueless ??= node;
  });
  for (const rule of rules.values()) evaluation.useFlags(rule, () => undefined);
  if (valueless === undefined) return undefined;
  return (
    `${valueless.path}: has no value on any of the ${candles.length - warmup} candles after the warm-up, ` +
    'so that nothing can be compared with it (a division by zero, or a logarithm or root of a negative number)'
  );
}
