import {
  ARITHMETIC_OPERATORS,
  type ArithmeticOperator,
  FUNCTION_NAMES,
  type FunctionName,
} from './column-operations';
import { DATA_NAMES, isDataName, readCandlesRequest, readData, seriesNode } from './read-data';
import { INDICATOR_NAMES, isIndicatorName, readIndicator } from './read-indicator';
import {
  CLOCK_NAMES,
  type ClockName,
  POSITION_NAMES,
  type PositionName,
  PRICE_NAMES,
  type PriceName,
  type ValueNode,
} from './rule-node';
import { isParameter, MAXIMUM_DEPTH, MAXIMUM_PERIOD, type RuleReading, shown } from './rule-reading';

const EXPECTED = 'a value (a number, a column, "$variable" or an operation)';

const PRICES: ReadonlySet<string> = new Set(PRICE_NAMES);
const CLOCK: ReadonlySet<string> = new Set(CLOCK_NAMES);
const POSITION: ReadonlySet<string> = new Set(POSITION_NAMES);
const ARITHMETIC: ReadonlySet<string> = new Set(ARITHMETIC_OPERATORS);
const FUNCTIONS: ReadonlySet<string> = new Set(FUNCTION_NAMES);

/** Reads an expression: what has a number at every bar. `depth` is 1 at the root of a rule or variable. */
export function readValue(reading: RuleReading, input: unknown, path: string, depth: number): ValueNode {
  reading.enter(path, depth);
  if (typeof input === 'string') return readName(reading, input, path, depth);
  if (typeof input === 'number' || isParameter(input)) return readNumber(reading, input, path);

  const [key, operand] = reading.operation(input, path, EXPECTED);
  const operandPath = `${path}.${key}`;
  if (isClock(key) || isPosition(key)) {
    if (reading.entries(operand, operandPath, 'an empty object').length === 0)
      return readName(reading, key, path, depth);
    reading.refuse(operandPath, `${key} has no settings: write "${key}" or {"${key}": {}}`);
  }
  if (isPrice(key)) {
    const request = readCandlesRequest(reading, operand, operandPath);
    return seriesNode(reading, request, priceNode(reading, key, path), path);
  }
  if (isDataName(key)) return readData(reading, key, operand, path);
  if (key === 'ref') return readLag(reading, operand, operandPath, depth);
  if (isArithmetic(key)) {
    const [first, second] = reading.list(operand, operandPath, 2);
    const left = readValue(reading, first, `${operandPath}[0]`, depth + 1);
    const right = readValue(reading, second, `${operandPath}[1]`, depth + 1);
    return reading.node(path, [key], [left, right], { kind: 'arithmetic', operator: key, left, right });
  }
  if (isFunction(key)) {
    const of = readValue(reading, operand, operandPath, depth + 1);
    return reading.node(path, [key], [of], { kind: 'function', name: key, of });
  }
  if (isIndicatorName(key)) {
    return readIndicator(reading, key, operand, path, (source, sourcePath) =>
      readValue(reading, source, sourcePath, depth + 1),
    );
  }
  const allowed = [
    'ref',
    'param',
    ...ARITHMETIC_OPERATORS,
    ...FUNCTION_NAMES,
    ...INDICATOR_NAMES,
    ...DATA_NAMES,
    ...PRICE_NAMES,
  ];
  return reading.refuse(path, `unknown operation ${shown(key)}; a value is one of ${allowed.join(', ')}`);
}

function readName(reading: RuleReading, input: string, path: string, depth: number): ValueNode {
  if (isPrice(input)) return priceNode(reading, input, path);
  if (isClock(input)) return reading.node(path, ['clock', input], [], { kind: 'clock', name: input });
  if (isPosition(input))
    return reading.node(path, ['position', input], [], { kind: 'position', name: input });
  if (!input.startsWith('$')) {
    const columns = [...PRICE_NAMES, ...CLOCK_NAMES, ...POSITION_NAMES].join(', ');
    reading.refuse(
      path,
      `unknown column ${shown(input)}; columns are ${columns}, and a variable is written "$name"`,
    );
  }
  const variable = reading.variable(input.slice(1), path);
  if (depth + variable.height - 1 > MAXIMUM_DEPTH) {
    reading.refuse(path, `with the value of ${input}, the rules are more than ${MAXIMUM_DEPTH} levels deep`);
  }
  return variable;
}

function priceNode(reading: RuleReading, name: PriceName, path: string): ValueNode {
  return reading.node(path, ['price', name], [], { kind: 'price', name });
}

function readNumber(reading: RuleReading, input: unknown, path: string): ValueNode {
  // What the rules write themselves may be any number that JSON can say.
  const value =
    typeof input === 'number' && Number.isFinite(input) ? input : reading.quantity(input, path, 'number');
  return reading.node(path, ['number', value], [], { kind: 'number', value });
}

function readLag(reading: RuleReading, operand: unknown, path: string, depth: number): ValueNode {
  const [input, lag] = reading.list(operand, path, 2);
  const of = readValue(reading, input, `${path}[0]`, depth + 1);
  reading.refusePosition(of, `${path}[0]`);
  if (typeof lag === 'number' && lag < 0) {
    reading.refuse(`${path}[1]`, `ref looks back: ${lag} bars would look ahead, which no strategy can`);
  }
  const bars = reading.quantity(lag, `${path}[1]`, 'integer', 0, MAXIMUM_PERIOD);
  return reading.node(path, ['ref', bars], [of], { kind: 'lag', of, bars });
}

function isPrice(name: string): name is PriceName {
  return PRICES.has(name);
}

function isClock(name: string): name is ClockName {
  return CLOCK.has(name);
}

function isPosition(name: string): name is PositionName {
  return POSITION.has(name);
}

function isArithmetic(key: string): key is ArithmeticOperator {
  return ARITHMETIC.has(key);
}

function isFunction(key: string): key is FunctionName {
  return FUNCTIONS.has(key);
}
