import { type ComparisonOperator } from './column-operations';
import { readValue } from './read-value';
import { type ConditionNode, type ValueNode } from './rule-node';
import { MAXIMUM_PERIOD, type RuleReading, shown } from './rule-reading';

const EXPECTED = 'a condition';

/** How each comparison is computed: some are others with their sides changed. */
const COMPARISONS: ReadonlyMap<string, { readonly operator: ComparisonOperator; readonly swapped: boolean }> =
  new Map([
    ['gt', { operator: 'gt', swapped: false }],
    ['gte', { operator: 'gte', swapped: false }],
    ['lt', { operator: 'gt', swapped: true }],
    ['lte', { operator: 'gte', swapped: true }],
    ['eq', { operator: 'eq', swapped: false }],
    ['crosses_above', { operator: 'crosses_above', swapped: false }],
    ['crosses_below', { operator: 'crosses_above', swapped: true }],
  ]);

const CONDITIONS = ['all', 'any', 'not', ...COMPARISONS.keys(), 'between', 'rising', 'falling'];

/** Reads a condition: what is true or false at every bar. `depth` is 1 at the root of a rule. */
export function readCondition(
  reading: RuleReading,
  input: unknown,
  path: string,
  depth: number,
): ConditionNode {
  reading.enter(path, depth);
  const [key, operand] = reading.operation(input, path, EXPECTED);
  const operandPath = `${path}.${key}`;
  const comparison = COMPARISONS.get(key);
  if (comparison !== undefined) {
    const [left, right] = readValues(reading, operand, operandPath, depth, 2);
    if (comparison.operator === 'crosses_above') {
      reading.refusePosition(left, `${operandPath}[0]`);
      reading.refusePosition(right, `${operandPath}[1]`);
    }
    return comparison.swapped
      ? compare(reading, path, comparison.operator, right, left)
      : compare(reading, path, comparison.operator, left, right);
  }
  switch (key) {
    case 'all':
    case 'any':
      return readGroup(reading, key, operand, path, depth);
    case 'not': {
      const of = readCondition(reading, operand, operandPath, depth + 1);
      return reading.node(path, [key], [of], { kind: 'not', of });
    }
    case 'between': {
      const [value, low, high] = readValues(reading, operand, operandPath, depth, 3);
      const of = [compare(reading, path, 'gte', value, low), compare(reading, path, 'gte', high, value)];
      return reading.node(path, ['all'], of, { kind: 'all', of });
    }
    case 'rising':
    case 'falling': {
      const [input, steps] = reading.list(operand, operandPath, 2);
      const of = readValue(reading, input, `${operandPath}[0]`, depth + 1);
      reading.refusePosition(of, `${operandPath}[0]`);
      const bars = reading.quantity(steps, `${operandPath}[1]`, 'integer', 1, MAXIMUM_PERIOD);
      const direction = key === 'rising' ? 1 : -1;
      return reading.node(path, [key, bars], [of], { kind: 'trend', direction, of, bars });
    }
    default:
      return reading.refuse(
        path,
        `unknown condition ${shown(key)}; a condition is one of ${CONDITIONS.join(', ')}`,
      );
  }
}

function readGroup(
  reading: RuleReading,
  kind: 'all' | 'any',
  operand: unknown,
  path: string,
  depth: number,
): ConditionNode {
  const operandPath = `${path}.${kind}`;
  if (!Array.isArray(operand) || operand.length === 0) {
    reading.refuse(
      operandPath,
      `expected an array of one or more conditions, got ${Array.isArray(operand) ? 'none' : shown(operand)}`,
    );
  }
  const of: ConditionNode[] = [];
  for (let index = 0; index < operand.length; index++) {
    of.push(readCondition(reading, operand[index], `${operandPath}[${index}]`, depth + 1));
  }
  return reading.node(path, [kind], of, { kind, of });
}

function readValues(
  reading: RuleReading,
  operand: unknown,
  path: string,
  depth: number,
  count: number,
): ValueNode[] {
  return reading
    .list(operand, path, count)
    .map((input, index) => readValue(reading, input, `${path}[${index}]`, depth + 1));
}

function compare(
  reading: RuleReading,
  path: string,
  operator: ComparisonOperator,
  left: ValueNode,
  right: ValueNode,
): ConditionNode {
  return reading.node(path, [operator], [left, right], { kind: 'comparison', operator, left, right });
}
