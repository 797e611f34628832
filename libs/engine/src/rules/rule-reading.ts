import { BacktestRefusal } from '../backtest/backtest-refusal';
import { POSITION_NAMES, type Quantity, type RegimeNode, type RuleNode, type ValueNode } from './rule-node';

export const MAXIMUM_DEPTH = 12;
const MAXIMUM_NODES = 200;
export const MAXIMUM_PERIOD = 2_000;

/** Of a number that a parameter represents; one that the rules write themselves may be any. */
const LARGEST_PARAMETER = 1e12;

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,31}$/;

/** Which values a parameter may take: what all the nodes that use it allow. */
export interface ParameterLimits {
  type: 'integer' | 'number';
  minimum: number;
  maximum: number;
  /** Where the rules use it first. */
  readonly path: string;
}

/** Makes a node of what it is by itself, given its path in the tree. */
type Unplaced<Kind> = Kind extends RuleNode ? Omit<Kind, 'id' | 'path' | 'height' | 'ofPosition'> : never;

/** What is known while one set of rules is read: nodes so far, variables, parameters. Refuses by throwing BacktestRefusal. */
export class RuleReading {
  readonly parameters = new Map<string, ParameterLimits>();
  /** The different ones so far. */
  readonly regimes = new Set<RegimeNode>();
  private readonly declared = new Map<string, () => ValueNode>();
  private readonly variables = new Map<string, ValueNode | 'being read'>();
  private readonly known = new Map<string, RuleNode>();
  private written = 0;

  refuse(path: string, problem: string): never {
    throw new BacktestRefusal(`${path}: ${problem}`);
  }

  /** Called for each node as it is written, before it is read. */
  enter(path: string, depth: number): void {
    if (depth > MAXIMUM_DEPTH) this.refuse(path, `rules may be ${MAXIMUM_DEPTH} levels deep at most`);
    if (++this.written > MAXIMUM_NODES) {
      this.refuse(path, `rules and variables may have ${MAXIMUM_NODES} nodes at most, this is one more`);
    }
  }

  /** The node of this description: the one there is, where the rules said the same before. */
  node<Kind extends RuleNode>(
    path: string,
    description: readonly (string | number | Quantity)[],
    of: readonly RuleNode[],
    unplaced: Unplaced<Kind>,
  ): Kind {
    const key = JSON.stringify([description, of.map(({ id }) => id)]);
    const same = this.known.get(key);
    if (same !== undefined) return same as Kind;
    const height = 1 + of.reduce((highest, child) => Math.max(highest, child.height), 0);
    const ofPosition = description[0] === 'position' || of.some((child) => child.ofPosition);
    const node = { ...unplaced, id: this.known.size, path, height, ofPosition } as unknown as Kind;
    this.known.set(key, node);
    return node;
  }

  /** The one key of an operation `{key: operand}` and its operand. */
  operation(input: unknown, path: string, expected: string): readonly [key: string, operand: unknown] {
    const entries = this.entries(input, path, expected);
    if (entries.length !== 1) {
      this.refuse(path, `expected ${expected} with one key, got ${entries.length} keys`);
    }
    return entries[0];
  }

  entries(input: unknown, path: string, expected: string): [key: string, value: unknown][] {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      this.refuse(path, `expected ${expected}, got ${shown(input)}`);
    }
    return Object.entries(input);
  }

  list(input: unknown, path: string, length: number): readonly unknown[] {
    if (!Array.isArray(input) || input.length !== length) {
      const got = Array.isArray(input) ? `${input.length}` : shown(input);
      this.refuse(path, `expected an array of ${length}, got ${got}`);
    }
    return input;
  }

  /** Refuses a value of the position where bars before are read as well: the position has no history. */
  refusePosition(node: ValueNode, path: string): void {
    if (!node.ofPosition) return;
    this.refuse(
      path,
      `${POSITION_NAMES.join(', ')} are of the position at the present close: no history of them is known to ref, rising, falling, ` +
        'crosses_above, crosses_below or the source of an indicator',
    );
  }

  /** A number that the rules write, or `{"param": name}`. */
  quantity(
    input: unknown,
    path: string,
    type: 'integer' | 'number',
    minimum = -LARGEST_PARAMETER,
    maximum = LARGEST_PARAMETER,
  ): Quantity {
    if (isParameter(input)) {
      const name = this.name(input.param, `${path}.param`);
      this.limit(name, { type, minimum, maximum, path });
      return { param: name };
    }
    if (!isWithin(input, { type, minimum, maximum })) {
      this.refuse(
        path,
        `expected ${describeLimits({ type, minimum, maximum })} or {"param": name}, got ${shown(input)}`,
      );
    }
    return input;
  }

  name(input: unknown, path: string): string {
    if (typeof input !== 'string' || !NAME.test(input)) {
      this.refuse(
        path,
        `a name is a letter followed by at most 31 letters, digits and underscores, got ${shown(input)}`,
      );
    }
    return input;
  }

  /** Variables and how to read each; they may use each other in any order. */
  declareVariables(variables: Iterable<readonly [name: string, read: () => ValueNode]>): void {
    for (const [name, read] of variables) this.declared.set(name, read);
  }

  /** The value of a variable, read when it is first used. */
  variable(name: string, path: string): ValueNode {
    const known = this.variables.get(name);
    if (known === 'being read') this.refuse(path, `the variable "${name}" refers to itself`);
    if (known !== undefined) return known;
    const read = this.declared.get(name);
    if (read === undefined) {
      const all = [...this.declared.keys()].map((key) => `$${key}`).join(', ');
      this.refuse(
        path,
        `unknown variable ${shown(`$${name}`)}; parameters.vars has ${all === '' ? 'none' : all}`,
      );
    }
    this.variables.set(name, 'being read');
    const value = read();
    this.variables.set(name, value);
    return value;
  }

  private limit(name: string, limits: ParameterLimits): void {
    const before = this.parameters.get(name);
    if (before === undefined) {
      this.parameters.set(name, limits);
      return;
    }
    if (limits.type === 'integer') before.type = 'integer';
    before.minimum = Math.max(before.minimum, limits.minimum);
    before.maximum = Math.min(before.maximum, limits.maximum);
    if (before.minimum > before.maximum) {
      this.refuse(limits.path, `no value of the parameter "${name}" suits both this and ${before.path}`);
    }
  }
}

export function isParameter(input: unknown): input is { readonly param: unknown } {
  return (
    typeof input === 'object' &&
    input !== null &&
    Object.hasOwn(input, 'param') &&
    Object.keys(input).length === 1
  );
}

type Limits = Pick<ParameterLimits, 'type' | 'minimum' | 'maximum'>;

export function isWithin(value: unknown, { type, minimum, maximum }: Limits): value is number {
  if (typeof value !== 'number' || !(value >= minimum && value <= maximum)) return false;
  return type === 'number' || Number.isInteger(value);
}

export function describeLimits({ type, minimum, maximum }: Limits): string {
  return `${type === 'integer' ? 'an integer' : 'a number'} from ${minimum} to ${maximum}`;
}

/** What the client sent, in few words whatever it is. */
export function shown(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 39)}…` : value);
  }
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  if (Array.isArray(value)) return 'an array';
  return value === undefined ? 'nothing' : `a value of type ${typeof value}`;
}
