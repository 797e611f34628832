import { LARGEST_VERSION } from '../datasets/dataset-column';
import { FEATURES } from '../features/feature-set';
import { type CandlesRequest, keyOfRequest } from '../known-data/data-request';
import { INTERVALS, type Interval, isInterval } from '../market/interval';
import { REGIME_WINDOW_RULES } from '../regime/regime-window-rules';
import { findNode } from './rule-plan';
import { type Quantity, type RegimeNode, type RuleNode, type ValueNode } from './rule-node';
import { type RuleReading, shown } from './rule-reading';

/** What an expression reads besides the candles of its series, by the key of the operation. */
const READERS = {
  column: readColumn,
  feature: readFeature,
  funding_rate: readFundingRate,
  sentiment: readSentiment,
  regime: readRegime,
} as const;

export const DATA_NAMES: readonly string[] = Object.keys(READERS);

export function isDataName(key: string): key is keyof typeof READERS {
  return Object.hasOwn(READERS, key);
}

/** Reads `{key: operand}` at `path`. */
export function readData(
  reading: RuleReading,
  key: keyof typeof READERS,
  operand: unknown,
  path: string,
): ValueNode {
  return READERS[key](reading, operand, path, `${path}.${key}`);
}

function readColumn(reading: RuleReading, operand: unknown, path: string, operandPath: string): ValueNode {
  const { dataset, column, version } =
    typeof operand === 'string'
      ? splitName(reading, operand, operandPath)
      : namedColumn(reading, operand, operandPath);
  const request = { kind: 'column' as const, dataset, column, ...(version !== undefined && { version }) };
  return reading.node(path, ['data', keyOfRequest(request)], [], { kind: 'data', request });
}

function splitName(reading: RuleReading, name: string, path: string) {
  // No name of a dataset has a point; that of a column may.
  const point = name.indexOf('.');
  if (point <= 0 || point === name.length - 1) {
    reading.refuse(
      path,
      `expected "dataset.column" or {"dataset", "column", "version"?}, got ${shown(name)}`,
    );
  }
  return { dataset: name.slice(0, point), column: name.slice(point + 1), version: undefined };
}

function namedColumn(reading: RuleReading, operand: unknown, path: string) {
  const given = settingsOf(reading, operand, path, ['dataset', 'column', 'version']);
  const dataset = textOf(reading, given.get('dataset'), `${path}.dataset`, 'the name of a dataset');
  const column = textOf(
    reading,
    given.get('column'),
    `${path}.column`,
    'the name of a column of the dataset',
  );
  const version = given.get('version');
  if (version === undefined) return { dataset, column, version };
  if (typeof version === 'number' && Number.isInteger(version) && version >= 1 && version <= LARGEST_VERSION)
    return { dataset, column, version };
  return reading.refuse(
    `${path}.version`,
    `expected the number of a version, from 1 to ${LARGEST_VERSION}, got ${shown(version)}`,
  );
}

function readFeature(reading: RuleReading, operand: unknown, path: string, operandPath: string): ValueNode {
  if (!FEATURES.some(({ name }) => name === operand)) {
    reading.refuse(
      operandPath,
      `expected the name of a feature of the feature set, such as rsi_14, got ${shown(operand)}`,
    );
  }
  const name = String(operand);
  return reading.node(path, ['feature', name], [], { kind: 'feature', name });
}

function readFundingRate(
  reading: RuleReading,
  operand: unknown,
  path: string,
  operandPath: string,
): ValueNode {
  const given = settingsOf(reading, operand, operandPath, ['exchange', 'symbol']);
  const request = { kind: 'funding_rate' as const, ...readSeriesName(reading, given, operandPath) };
  return reading.node(path, ['data', keyOfRequest(request)], [], { kind: 'data', request });
}

function readSentiment(reading: RuleReading, operand: unknown, path: string, operandPath: string): ValueNode {
  settingsOf(reading, operand, operandPath, []);
  const request = { kind: 'headlines' as const };
  return reading.node(path, ['data', keyOfRequest(request)], [], { kind: 'data', request });
}

/** Each is a series of fits, which take longer than everything else that rules do. */
const MOST_REGIMES = 4;

function readRegime(reading: RuleReading, operand: unknown, path: string, operandPath: string): ValueNode {
  const names = Object.keys(REGIME_WINDOW_RULES) as (keyof typeof REGIME_WINDOW_RULES)[];
  const given = settingsOf(reading, operand, operandPath, names);
  const [lookback, refit] = names.map((name): Quantity => {
    const { default: usual, minimum, maximum } = REGIME_WINDOW_RULES[name];
    const value = given.has(name) ? given.get(name) : usual;
    return reading.quantity(value, `${operandPath}.${name}`, 'integer', minimum, maximum);
  });
  const node = reading.node<RegimeNode>(path, ['regime', lookback, refit], [], {
    kind: 'regime',
    lookback,
    refit,
  });
  reading.regimes.add(node);
  if (reading.regimes.size > MOST_REGIMES) {
    reading.refuse(path, `rules may read ${MOST_REGIMES} different regimes at most`);
  }
  return node;
}

/** Reads the settings `{exchange, symbol}`, `{interval}` or all three of a price of other candles. */
export function readCandlesRequest(reading: RuleReading, operand: unknown, path: string): CandlesRequest {
  const given = settingsOf(reading, operand, path, ['exchange', 'symbol', 'interval']);
  if (given.size === 0) reading.refuse(path, 'expected exchange and symbol of another series, or interval');
  const interval = given.has('interval')
    ? readInterval(reading, given.get('interval'), `${path}.interval`)
    : undefined;
  return {
    kind: 'candles',
    ...readSeriesName(reading, given, path),
    ...(interval !== undefined && { interval }),
  };
}

export function readInterval(reading: RuleReading, input: unknown, path: string): Interval {
  if (typeof input === 'string' && isInterval(input)) return input;
  return reading.refuse(path, `expected one of ${INTERVALS.join(', ')}, got ${shown(input)}`);
}

/** A value that is computed on other candles; refuses where it is made of more than them. */
export function seriesNode(
  reading: RuleReading,
  request: CandlesRequest,
  of: ValueNode,
  path: string,
): ValueNode {
  const other = findNode(of, ({ kind }) => !OF_CANDLES.has(kind));
  if (other !== undefined) {
    reading.refuse(
      other.path,
      `what an indicator with an interval is computed from is of the candles of that interval alone, which know no ${other.kind === 'data' || other.kind === 'series' ? 'other data' : other.kind}`,
    );
  }
  return reading.node(path, ['series', keyOfRequest(request)], [of], { kind: 'series', request, of });
}

const OF_CANDLES: ReadonlySet<RuleNode['kind']> = new Set([
  'number',
  'price',
  'lag',
  'arithmetic',
  'function',
  'indicator',
]);

function readSeriesName(reading: RuleReading, given: ReadonlyMap<string, unknown>, path: string) {
  if (given.has('exchange') !== given.has('symbol')) {
    reading.refuse(path, 'exchange and symbol belong together');
  }
  if (!given.has('symbol')) return {};
  return {
    exchange: textOf(reading, given.get('exchange'), `${path}.exchange`, 'the name of an exchange'),
    symbol: textOf(reading, given.get('symbol'), `${path}.symbol`, 'a symbol'),
  };
}

function settingsOf(
  reading: RuleReading,
  operand: unknown,
  path: string,
  allowed: readonly string[],
): ReadonlyMap<string, unknown> {
  const given = new Map(reading.entries(operand, path, 'an object of settings'));
  for (const key of given.keys()) {
    if (allowed.includes(key)) continue;
    const known = allowed.length === 0 ? 'there are none' : `settings are ${allowed.join(', ')}`;
    reading.refuse(path, `unknown setting ${shown(key)}; ${known}`);
  }
  return given;
}

const LONGEST_TEXT = 128;

function textOf(reading: RuleReading, input: unknown, path: string, expected: string): string {
  if (typeof input === 'string' && input !== '' && input.length <= LONGEST_TEXT) return input;
  return reading.refuse(path, `expected ${expected}, got ${shown(input)}`);
}
