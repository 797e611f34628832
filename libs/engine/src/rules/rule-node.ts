import { type ArithmeticOperator, type ComparisonOperator, type FunctionName } from './column-operations';

/** A number as the rules give it: itself, or the name of a parameter whose value a run brings. */
export type Quantity = number | { readonly param: string };

export const MEAN_PRICE_NAMES = ['hl2', 'hlc3', 'ohlc4'] as const;
export type MeanPriceName = (typeof MEAN_PRICE_NAMES)[number];

export const PRICE_NAMES = ['open', 'high', 'low', 'close', 'volume', ...MEAN_PRICE_NAMES] as const;
export type PriceName = (typeof PRICE_NAMES)[number];

interface Node {
  /** Equal nodes are one object with one id. */
  readonly id: number;
  /** Where the rules say it (for the first time), for messages. */
  readonly path: string;
  /** Levels from here down to the deepest leaf: 1 for a leaf. */
  readonly height: number;
}

interface NumberNode extends Node {
  readonly kind: 'number';
  readonly value: Quantity;
}

export interface PriceNode extends Node {
  readonly kind: 'price';
  readonly name: PriceName;
}

interface LagNode extends Node {
  readonly kind: 'lag';
  readonly of: ValueNode;
  readonly bars: Quantity;
}

interface ArithmeticNode extends Node {
  readonly kind: 'arithmetic';
  readonly operator: ArithmeticOperator;
  readonly left: ValueNode;
  readonly right: ValueNode;
}

interface FunctionNode extends Node {
  readonly kind: 'function';
  readonly name: FunctionName;
  readonly of: ValueNode;
}

export interface IndicatorNode extends Node {
  readonly kind: 'indicator';
  /** In the registry of indicators. */
  readonly name: string;
  /** Index in the indicator's outputs. */
  readonly output: number;
  /** Null for an indicator of whole candles. */
  readonly source: ValueNode | null;
  readonly parameters: readonly (readonly [name: string, value: Quantity])[];
}

/** A number at every bar. */
export type ValueNode = NumberNode | PriceNode | LagNode | ArithmeticNode | FunctionNode | IndicatorNode;

interface GroupNode extends Node {
  readonly kind: 'all' | 'any';
  readonly of: readonly ConditionNode[];
}

interface NotNode extends Node {
  readonly kind: 'not';
  readonly of: ConditionNode;
}

interface ComparisonNode extends Node {
  readonly kind: 'comparison';
  readonly operator: ComparisonOperator;
  readonly left: ValueNode;
  readonly right: ValueNode;
}

interface TrendNode extends Node {
  readonly kind: 'trend';
  readonly direction: 1 | -1;
  readonly of: ValueNode;
  readonly bars: Quantity;
}

/** True or false at every bar. */
export type ConditionNode = GroupNode | NotNode | ComparisonNode | TrendNode;

/** Plain data, in which a function would not survive the way into a thread. */
export type RuleNode = ValueNode | ConditionNode;

/** The value of a quantity in one run. */
export function quantityOf(quantity: Quantity, parameters: Readonly<Record<string, number>>): number {
  return typeof quantity === 'number' ? quantity : parameters[quantity.param];
}
