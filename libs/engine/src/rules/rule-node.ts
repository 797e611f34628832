import { type CandlesRequest, type DataRequest } from '../known-data/data-request';
import { type ArithmeticOperator, type ComparisonOperator, type FunctionName } from './column-operations';

/** A number as the rules give it: itself, or the name of a parameter whose value a run brings. */
export type Quantity = number | { readonly param: string };

export const MEAN_PRICE_NAMES = ['hl2', 'hlc3', 'ohlc4'] as const;
export type MeanPriceName = (typeof MEAN_PRICE_NAMES)[number];

export const PRICE_NAMES = ['open', 'high', 'low', 'close', 'volume', ...MEAN_PRICE_NAMES] as const;
export type PriceName = (typeof PRICE_NAMES)[number];

/** Of the bar, on the clock of its exchange. */
export const CLOCK_NAMES = ['hour', 'weekday', 'day_of_month'] as const;
export type ClockName = (typeof CLOCK_NAMES)[number];

/** Of the position that is held at the bar's close; without a value while there is none. */
export const POSITION_NAMES = ['bars_in_trade', 'entry_price', 'unrealised_return'] as const;
export type PositionName = (typeof POSITION_NAMES)[number];

interface Node {
  /** Equal nodes are one object with one id. */
  readonly id: number;
  /** Where the rules say it (for the first time), for messages. */
  readonly path: string;
  /** Levels from here down to the deepest leaf: 1 for a leaf. */
  readonly height: number;
  /** Whether it, or what it is made of, is a value of the position. */
  readonly ofPosition: boolean;
}

interface NumberNode extends Node {
  readonly kind: 'number';
  readonly value: Quantity;
}

export interface PriceNode extends Node {
  readonly kind: 'price';
  readonly name: PriceName;
}

export interface ClockNode extends Node {
  readonly kind: 'clock';
  readonly name: ClockName;
}

interface PositionNode extends Node {
  readonly kind: 'position';
  readonly name: PositionName;
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

/** A feature of the feature set, as it was known at the close. */
export interface FeatureNode extends Node {
  readonly kind: 'feature';
  readonly name: string;
}

/** 1 in a bull market, -1 in a bear market, 0 in between, as it was known at the close. */
export interface RegimeNode extends Node {
  readonly kind: 'regime';
  readonly lookback: Quantity;
  readonly refit: Quantity;
}

/** The value that was known last at the close, of data that are no candles. */
export interface DataNode extends Node {
  readonly kind: 'data';
  readonly request: Exclude<DataRequest, CandlesRequest>;
}

/** A value of other candles, as of the last of them that had closed. */
export interface SeriesNode extends Node {
  readonly kind: 'series';
  readonly request: CandlesRequest;
  /** Computed on those candles, and made of nothing but them. */
  readonly of: ValueNode;
}

/** A number at every bar. */
export type ValueNode =
  | NumberNode
  | PriceNode
  | ClockNode
  | PositionNode
  | LagNode
  | ArithmeticNode
  | FunctionNode
  | IndicatorNode
  | FeatureNode
  | RegimeNode
  | DataNode
  | SeriesNode;

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
