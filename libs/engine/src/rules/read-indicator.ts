import { type Indicator } from '../indicators/indicator';
import { INDICATORS } from '../indicators/registry';
import { readInterval, seriesNode } from './read-data';
import { type IndicatorNode, type Quantity, type ValueNode } from './rule-node';
import { type RuleReading, shown } from './rule-reading';

const CATALOGUE: ReadonlyMap<string, Indicator> = new Map(Object.entries(INDICATORS));

export const INDICATOR_NAMES: readonly string[] = [...CATALOGUE.keys()];

export function isIndicatorName(key: string): boolean {
  return CATALOGUE.has(key);
}

/**
 * Reads `{name: {parameter: number…, source?: value, output?: name, interval?: text}}`. Parameters left out have the indicator's
 * defaults, the source the close, the output the indicator's first; with an interval it is computed on the candles of that
 * one. `readSource` reads a value one level further down.
 */
export function readIndicator(
  reading: RuleReading,
  name: string,
  operand: unknown,
  path: string,
  readSource: (input: unknown, path: string) => ValueNode,
): ValueNode {
  const indicator = CATALOGUE.get(name)!;
  const operandPath = `${path}.${name}`;
  const given = new Map(reading.entries(operand, operandPath, `an object with the settings of ${name}`));
  refuseUnknownSettings(reading, indicator, given.keys(), operandPath);

  const parameters: [name: string, value: Quantity][] = [];
  for (const [key, rule] of Object.entries(indicator.parameters)) {
    const value = given.has(key) ? given.get(key) : rule.default;
    parameters.push([
      key,
      reading.quantity(value, `${operandPath}.${key}`, rule.type, rule.minimum, rule.maximum),
    ]);
  }
  const output = given.has('output') ? indicator.outputs.indexOf(given.get('output') as string) : 0;
  if (output < 0) {
    const got = shown(given.get('output'));
    reading.refuse(`${operandPath}.output`, `expected one of ${indicator.outputs.join(', ')}, got ${got}`);
  }
  const source = indicator.input === 'candles' ? null : sourceOf(reading, given, operandPath, readSource);
  const node = reading.node<IndicatorNode>(
    path,
    [name, output, ...parameters.map(([, value]) => value)],
    source === null ? [] : [source],
    { kind: 'indicator', name, output, source, parameters },
  );
  if (!given.has('interval')) return node;
  const interval = readInterval(reading, given.get('interval'), `${operandPath}.interval`);
  return seriesNode(reading, { kind: 'candles', interval }, node, path);
}

function sourceOf(
  reading: RuleReading,
  given: ReadonlyMap<string, unknown>,
  path: string,
  readSource: (input: unknown, path: string) => ValueNode,
): ValueNode {
  const source = readSource(given.has('source') ? given.get('source') : 'close', `${path}.source`);
  reading.refusePosition(source, `${path}.source`);
  return source;
}

function refuseUnknownSettings(
  reading: RuleReading,
  indicator: Indicator,
  keys: Iterable<string>,
  path: string,
): void {
  const allowed = Object.keys(indicator.parameters);
  if (indicator.input === 'source') allowed.push('source');
  if (indicator.outputs.length > 1) allowed.push('output');
  allowed.push('interval');
  for (const key of keys) {
    if (allowed.includes(key)) continue;
    reading.refuse(path, `${indicator.name} has no setting ${shown(key)}: it has ${allowed.join(', ')}`);
  }
}
