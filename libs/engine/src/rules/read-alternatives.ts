import { MAXIMUM_ALTERNATIVES, MAXIMUM_REDUCTIONS } from '../backtest/position-orders';
import { type RuleName } from '../backtest/position-rules';
import { readCondition } from './read-condition';
import { type ConditionNode } from './rule-node';
import { type RuleReading, shown } from './rule-reading';
import { type Alternative, type ReduceRule } from './rule-set';

/** Begins with a letter or digit: no spreadsheet takes it for a formula. */
const TAG = /^[A-Za-z0-9][A-Za-z0-9_.:% -]{0,39}$/;

const MOST_TIMES = 1_000_000;

type Given = ReadonlyMap<string, unknown>;

/** Reads a rule: a condition, `{when, entry_tag}` or `{when, exit_tag}`, or a list of them. */
export function readAlternatives(
  reading: RuleReading,
  input: unknown,
  path: string,
  name: RuleName,
): readonly Alternative[] {
  const tagKey = name.startsWith('entry') ? 'entry_tag' : 'exit_tag';
  return listOf(reading, input, path, MAXIMUM_ALTERNATIVES).map(([rule, rulePath]) => {
    if (!isTagged(rule)) return { when: readCondition(reading, rule, rulePath, 1) };
    const given = settingsOf(reading, rule, rulePath, ['when', tagKey]);
    return readTagged(reading, given, rulePath, tagKey);
  });
}

/** Reads `{fraction, when, times?, side?, exit_tag?}`, or a list of them. */
export function readReductions(reading: RuleReading, input: unknown, path: string): readonly ReduceRule[] {
  return listOf(reading, input, path, MAXIMUM_REDUCTIONS).map(([rule, rulePath]) => {
    const given = settingsOf(reading, rule, rulePath, ['fraction', 'when', 'times', 'side', 'exit_tag']);
    const fraction = reading.quantity(
      given.get('fraction'),
      `${rulePath}.fraction`,
      'number',
      1e-6,
      1 - 1e-6,
    );
    const times = given.get('times');
    const side = sideOf(reading, given.get('side'), `${rulePath}.side`);
    return {
      fraction,
      ...readTagged(reading, given, rulePath, 'exit_tag'),
      ...(times !== undefined && {
        times: reading.quantity(times, `${rulePath}.times`, 'integer', 1, MOST_TIMES),
      }),
      ...(side !== undefined && { side }),
    };
  });
}

/** Several rules hold where one of them does. */
export function anyOf(
  reading: RuleReading,
  path: string,
  alternatives: readonly Alternative[],
): ConditionNode {
  const of = alternatives.map(({ when }) => when);
  return of.length === 1 ? of[0] : reading.node(path, ['any'], of, { kind: 'any', of });
}

function listOf(
  reading: RuleReading,
  input: unknown,
  path: string,
  maximum: number,
): (readonly [rule: unknown, path: string])[] {
  if (!Array.isArray(input)) return [[input, path]];
  if (input.length === 0 || input.length > maximum) {
    reading.refuse(path, `a list has 1 to ${maximum} rules, got ${input.length}`);
  }
  return input.map((rule: unknown, index) => [rule, `${path}[${index}]`]);
}

function isTagged(rule: unknown): boolean {
  return typeof rule === 'object' && rule !== null && Object.hasOwn(rule, 'when');
}

function settingsOf(reading: RuleReading, input: unknown, path: string, allowed: readonly string[]): Given {
  const given = new Map(reading.entries(input, path, `an object of ${allowed.join(', ')}`));
  for (const key of given.keys()) {
    if (!allowed.includes(key))
      reading.refuse(path, `unknown key ${shown(key)}; there are ${allowed.join(', ')}`);
  }
  if (!given.has('when')) reading.refuse(`${path}.when`, 'missing; it is the condition of the rule');
  return given;
}

function readTagged(reading: RuleReading, given: Given, path: string, tagKey: string): Alternative {
  const when = readCondition(reading, given.get('when'), `${path}.when`, 1);
  const tag = given.get(tagKey);
  if (tag === undefined) return { when };
  if (typeof tag === 'string' && TAG.test(tag)) return { when, tag };
  return reading.refuse(
    `${path}.${tagKey}`,
    `a tag is a letter or digit followed by at most 39 letters, digits, spaces and _ . : % -, got ${shown(tag)}`,
  );
}

function sideOf(reading: RuleReading, side: unknown, path: string): 1 | -1 | undefined {
  if (side === undefined) return undefined;
  if (side === 'long' || side === 'short') return side === 'long' ? 1 : -1;
  return reading.refuse(path, `expected "long" or "short", got ${shown(side)}`);
}
