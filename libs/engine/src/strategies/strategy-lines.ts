import { type StrategyParameters } from '../backtest/strategy';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { nameOfRequest } from '../known-data/data-request';
import { type CandleColumns } from '../market/candle-columns';
import { type DeclaredRules } from '../rules/compile-rules';
import { readsOtherData } from '../rules/rule-data';
import { RuleEvaluation } from '../rules/rule-evaluation';
import { type IndicatorNode, quantityOf, type ValueNode } from '../rules/rule-node';
import { indicatorParameters, planRules } from '../rules/rule-plan';
import { conditionsOf } from '../rules/rule-set';
import { BUILT_IN_LINES, lineName, type StrategyLine } from './built-in-lines';
import { scaleOfValue } from './line-scale';
import { type StrategyDeclaration } from './registry';

/**
 * The lines that a chart shows of a strategy on candles: those of the table for the built-in ones, every indicator for rules, and those of the
 * base for a regime filter. Each is computed from the first candle given, as the signals are. None of a strategy that has none.
 */
export function strategyLines(
  declaration: StrategyDeclaration,
  parameters: StrategyParameters,
  candles: CandleColumns,
): readonly StrategyLine[] {
  switch (declaration.kind) {
    case 'built-in':
      return BUILT_IN_LINES.get(declaration.name)?.(candles, parameters) ?? [];
    case 'rules':
      return ruleLines(declaration, parameters, candles);
    case 'signals':
      return [];
    case 'regime filter':
      return strategyLines(declaration.base, parameters, candles);
  }
}

function ruleLines({ rules }: DeclaredRules, parameters: StrategyParameters, candles: CandleColumns) {
  const plan = planRules(conditionsOf(rules));
  // It keeps all columns: those of a run are not more than evaluating it takes.
  const memo = new IndicatorMemo(Infinity);
  const lines = new Map<string, StrategyLine>();
  for (const node of plan.indicators) {
    const own = planRules([node]);
    // What is computed from other data is not of these candles alone.
    if (readsOtherData(own)) continue;
    const name = describeIndicator(node, parameters);
    const values = new RuleEvaluation(own, candles, parameters, memo).columnOf(node);
    lines.set(name, { ...scaleOfValue(node), name, values });
  }
  return [...lines.values()];
}

function describeIndicator(node: IndicatorNode, parameters: StrategyParameters): string {
  const name = lineName(node.name, Object.values(indicatorParameters(node, parameters)), node.output);
  const { source } = node;
  const isOfClose = source === null || (source.kind === 'price' && source.name === 'close');
  return isOfClose ? name : `${name} of ${describeValue(source, parameters)}`;
}

function describeValue(node: ValueNode, parameters: StrategyParameters): string {
  switch (node.kind) {
    case 'number':
      return String(quantityOf(node.value, parameters));
    case 'price':
    case 'clock':
    case 'position':
      return node.name;
    case 'lag':
      return `${describeValue(node.of, parameters)}[${quantityOf(node.bars, parameters)}]`;
    case 'arithmetic':
      return `(${describeValue(node.left, parameters)} ${node.operator} ${describeValue(node.right, parameters)})`;
    case 'function':
      return `${node.name}(${describeValue(node.of, parameters)})`;
    case 'feature':
      return node.name;
    case 'regime':
      return 'regime';
    case 'data':
    case 'series':
      return nameOfRequest(node.request);
    case 'indicator':
      return describeIndicator(node, parameters);
  }
}
