import { readCondition } from './read-condition';
import { readValue } from './read-value';
import { type ConditionNode } from './rule-node';
import { type ParameterLimits, RuleReading, shown } from './rule-reading';

const RULE_NAMES = ['entry_long', 'exit_long', 'entry_short', 'exit_short'] as const;
export type RuleName = (typeof RULE_NAMES)[number];

const RULES_PATH = 'parameters.rules';
const VARIABLES_PATH = 'parameters.vars';
const MAXIMUM_VARIABLES = 50;

export interface RuleSet {
  readonly rules: ReadonlyMap<RuleName, ConditionNode>;
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
    if (isRuleName(name)) continue;
    reading.refuse(RULES_PATH, `unknown rule ${shown(name)}; rules are ${RULE_NAMES.join(', ')}`);
  }
  const rules = new Map<RuleName, ConditionNode>();
  for (const name of RULE_NAMES) {
    if (!given.has(name)) continue;
    rules.set(name, readCondition(reading, given.get(name), `${RULES_PATH}.${name}`, 1));
  }
  if (!rules.has('entry_long') && !rules.has('entry_short')) {
    reading.refuse(RULES_PATH, 'without entry_long or entry_short nothing is ever traded');
  }
  for (const side of ['long', 'short'] as const) {
    if (rules.has(`exit_${side}`) && !rules.has(`entry_${side}`)) {
      reading.refuse(`${RULES_PATH}.exit_${side}`, `an exit without entry_${side} never applies`);
    }
  }
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

function isRuleName(name: string): boolean {
  return (RULE_NAMES as readonly string[]).includes(name);
}
