import { RULE_NAMES, type RuleName } from '../backtest/position-rules';
import { anyOf, readAlternatives, readReductions } from './read-alternatives';
import { readValue } from './read-value';
import { type ConditionNode } from './rule-node';
import { type ParameterLimits, RuleReading, shown } from './rule-reading';
import { type Alternative, type Rules } from './rule-set';

/** What applies to positions of both sides. */
const COMMON_NAMES = ['reduce', 'max_bars'];
const ALLOWED: readonly string[] = [...RULE_NAMES, ...COMMON_NAMES];

const RULES_PATH = 'parameters.rules';
const VARIABLES_PATH = 'parameters.vars';
const MAXIMUM_VARIABLES = 50;
const LONGEST_HOLDING = 1_000_000;

export interface RuleSet {
  readonly rules: Rules;
  /** The parameters that rules and variables name. */
  readonly parameters: ReadonlyMap<string, ParameterLimits>;
}

/**
 * Reads what a client sent as `parameters.rules` and `parameters.vars`: data, of which nothing is ever run. Throws
 * BacktestRefusal that begins with the path of what is wrong.
 */
export function readRules(rulesInput: unknown, variablesInput: unknown): RuleSet {
  const reading: RuleReading = new RuleReading();
  if (variablesInput !== undefined) readVariables(reading, variablesInput);

  const given = new Map(reading.entries(rulesInput, RULES_PATH, 'an object of rules'));
  for (const name of given.keys()) {
    if (ALLOWED.includes(name)) continue;
    reading.refuse(RULES_PATH, `unknown rule ${shown(name)}; rules are ${ALLOWED.join(', ')}`);
  }
  const lists = new Map<RuleName, readonly Alternative[]>();
  const conditions = new Map<RuleName, ConditionNode>();
  for (const name of RULE_NAMES) {
    if (!given.has(name)) continue;
    const path = `${RULES_PATH}.${name}`;
    const alternatives = readAlternatives(reading, given.get(name), path, name);
    lists.set(name, alternatives);
    conditions.set(name, anyOf(reading, path, alternatives));
  }
  if (!conditions.has('entry_long') && !conditions.has('entry_short')) {
    reading.refuse(RULES_PATH, 'without entry_long or entry_short nothing is ever traded');
  }
  for (const side of ['long', 'short'] as const) {
    if (conditions.has(`exit_${side}`) && !conditions.has(`entry_${side}`)) {
      reading.refuse(`${RULES_PATH}.exit_${side}`, `an exit without entry_${side} never applies`);
    }
  }
  const rules = { lists, conditions, ...readCommon(reading, given) };
  // By name: the order of the keys of JSON does not survive being stored, and searches go by the order of parameters.
  const parameters = new Map([...reading.parameters].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { rules, parameters };
}

function readVariables(reading: RuleReading, input: unknown): void {
  const entries = reading.entries(input, VARIABLES_PATH, 'an object of variables');
  if (entries.length > MAXIMUM_VARIABLES) {
    reading.refuse(
      VARIABLES_PATH,
      `there may be ${MAXIMUM_VARIABLES} variables at most, got ${entries.length}`,
    );
  }
  for (const [name] of entries) reading.name(name, VARIABLES_PATH);
  reading.declareVariables(
    entries.map(([name, value]) => [name, () => readValue(reading, value, `${VARIABLES_PATH}.${name}`, 1)]),
  );
  // All of them, also those that no rule uses: an error in one is an error.
  for (const [name] of entries) reading.variable(name, VARIABLES_PATH);
}

function readCommon(
  reading: RuleReading,
  given: ReadonlyMap<string, unknown>,
): Pick<Rules, 'reduce' | 'maximumBars'> {
  const reduce = given.has('reduce')
    ? readReductions(reading, given.get('reduce'), `${RULES_PATH}.reduce`)
    : [];
  if (!given.has('max_bars')) return { reduce };
  const path = `${RULES_PATH}.max_bars`;
  return {
    reduce,
    maximumBars: reading.quantity(given.get('max_bars'), path, 'integer', 1, LONGEST_HOLDING),
  };
}
