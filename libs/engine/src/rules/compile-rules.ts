import { BacktestRefusal } from '../backtest/backtest-refusal';
import { type IndicatorMemo } from '../indicators/indicator-memo';
import { type ParameterRule } from '../indicators/parameter-rule';
import { INDICATORS } from '../indicators/registry';
import { type CandleColumns } from '../market/candle-columns';
import { type BarTimes, type Strategy, type StrategyParameters } from '../backtest/strategy';
import { evaluateRules, findValueless } from './evaluate-rules';
import { decideByPosition } from './decide-by-position';
import { readRules } from './read-rules';
import { dataNeeds, describeRuleData, readsOtherData } from './rule-data';
import {
  indicatorParameters,
  planRules,
  planSeries,
  type RulePlan,
  settledAfterOf,
  warmupOf,
} from './rule-plan';
import { describeLimits, isWithin, type ParameterLimits, shown } from './rule-reading';
import { conditionsOf, needPosition, type Rules } from './rule-set';

/** The name under which a strategy is what its parameters say. */
export const CUSTOM_STRATEGY = 'custom';

/** A strategy made of rules. It can be run like any other, and searched over the parameters that its rules name. */
interface RuleStrategy extends Strategy {
  check(parameters: StrategyParameters): string | undefined;
  /** What is wrong with the rules on these candles, as opposed to by themselves: a value that no bar has. */
  findProblem(
    candles: CandleColumns,
    parameters: StrategyParameters,
    indicators: IndicatorMemo,
    times?: BarTimes,
  ): string | undefined;
}

/** Rules that were read and checked, as plain data. */
export interface DeclaredRules {
  readonly kind: 'rules';
  readonly rules: Rules;
  /** What the rules name, with the values of the client as defaults. */
  readonly parameters: Readonly<Record<string, ParameterRule>>;
}

export interface CompiledRules {
  readonly declaration: DeclaredRules;
  readonly strategy: RuleStrategy;
  /** The value of each parameter that the rules name. */
  readonly parameters: StrategyParameters;
}

/** Whether a strategy's parameters bring rules of their own. */
export function hasRules(parameters: unknown): boolean {
  return typeof parameters === 'object' && parameters !== null && Object.hasOwn(parameters, 'rules');
}

/**
 * Makes a strategy of `{rules, vars?, …}`, where what else there is are the values of the parameters that the rules name
 * by `{"param": name}`. The input may be anything; throws BacktestRefusal that names the path of what is wrong.
 */
export function compileRules(input: unknown): CompiledRules {
  if (!hasRules(input)) {
    throw new BacktestRefusal(
      `parameters.rules: missing; a ${CUSTOM_STRATEGY} strategy is an object of rules, entry_long and exit_long for one`,
    );
  }
  const given = new Map(Object.entries(input as object));
  const { rules, parameters: limits } = readRules(given.get('rules'), given.get('vars'));
  given.delete('rules');
  given.delete('vars');
  const parameters = readParameters(limits, given);
  const declaration = { kind: 'rules', rules, parameters: describeParameters(limits, parameters) } as const;
  const strategy = strategyOfRules(declaration);
  const problem = strategy.check(parameters);
  if (problem !== undefined) throw new BacktestRefusal(problem);
  return { declaration, strategy, parameters };
}

/** The strategy that checked rules are; reads nothing again. */
export function strategyOfRules({ rules, parameters }: DeclaredRules): RuleStrategy {
  const plan = planRules(conditionsOf(rules));
  return {
    name: CUSTOM_STRATEGY,
    summary: 'Follows the rules that its parameters bring.',
    parameters,
    check: (values) => checkIndicators(plan, values),
    warmup: (values) => warmupOf(plan, values),
    settledAfter: (values) => settledAfterOf(plan, values),
    ...(readsOtherData(plan) && {
      needs: (values) => dataNeeds(plan, values),
      dataWarnings: (candles, tradeFrom, values, indicators, times) =>
        describeRuleData(plan, { candles, tradeFrom, parameters: values, indicators, times }),
    }),
    signals: (candles, values, indicators, times) =>
      evaluateRules(rules, plan, candles, values, indicators, times),
    findProblem: (candles, values, indicators, times) =>
      findValueless(rules, plan, candles, values, indicators, times),
    ...(needPosition(rules) && {
      positionRules: (candles, values, indicators, times) =>
        decideByPosition(rules, plan, candles, values, indicators, times),
    }),
  };
}

function readParameters(
  limits: ReadonlyMap<string, ParameterLimits>,
  given: ReadonlyMap<string, unknown>,
): StrategyParameters {
  for (const name of given.keys()) {
    if (limits.has(name)) continue;
    const allowed = ['rules', 'vars', ...limits.keys()].join(', ');
    throw new BacktestRefusal(
      `parameters: unknown key ${shown(name)}; these rules take ${allowed} (a further parameter is one that the rules name by {"param": name})`,
    );
  }
  const values: Record<string, number> = {};
  for (const [name, limit] of limits) {
    if (!given.has(name)) {
      throw new BacktestRefusal(`parameters.${name}: missing; ${limit.path} takes its value from there`);
    }
    const value = given.get(name);
    if (!isWithin(value, limit)) {
      throw new BacktestRefusal(
        `parameters.${name}: must be ${describeLimits(limit)} where the rules use it, got ${shown(value)}`,
      );
    }
    values[name] = value;
  }
  return Object.freeze(values);
}

function describeParameters(
  limits: ReadonlyMap<string, ParameterLimits>,
  values: StrategyParameters,
): Readonly<Record<string, ParameterRule>> {
  return Object.fromEntries(
    [...limits].map(([name, { type, minimum, maximum, path }]) => [
      name,
      { type, default: values[name], minimum, maximum, summary: `Used by ${path}.` },
    ]),
  );
}

/** What is wrong with the settings of an indicator in relation to each other. */
function checkIndicators(plan: RulePlan, parameters: StrategyParameters): string | undefined {
  const all = [plan, ...plan.series.map(planSeries)].flatMap(({ indicators }) => indicators);
  for (const node of all) {
    const problem = INDICATORS[node.name].check?.(indicatorParameters(node, parameters));
    if (problem !== undefined) return `${node.path}.${node.name}: ${problem}`;
  }
  return undefined;
}
