import { type StrategyParameters } from '../backtest/strategy';
import { type StrategyDeclaration } from '../strategies/registry';

export const WEIGHT_METHODS = [
  'equal',
  'inverse_volatility',
  'risk_parity',
  'hierarchical_risk_parity',
  'minimum_variance',
  'given',
] as const;

export type WeightMethod = (typeof WEIGHT_METHODS)[number];

/** How the capital is divided between the members that are chosen. Shares of the equity are fractions. */
export interface Weighting {
  readonly method: WeightMethod;
  /** Returns that a decision is made of, in bars: lookback + 1 closes up to the decision. Unused by `equal` and `given`. */
  readonly lookbackBars: number;
  /** Cap of a member's weight; 1 is none. */
  readonly maximumWeight: number;
  /** Floor of a chosen member's weight; 0 is none. */
  readonly minimumWeight: number;
  /** Share of the equity that stays cash. */
  readonly cashShare: number;
  /** Most that one rebalance may turn over, Σ|new − drifted| / 2; null: no limit. */
  readonly maximumTurnover: number | null;
  /** Of `given` alone: a weight per member of the universe, in its order; negative is short. */
  readonly givenWeights: readonly number[] | null;
  /** Of `given` alone, instead of a weight per member; absent without. */
  readonly givenRule?: GivenRule;
}

/** An expression of the rules' language: at each decision its value of a member is the weight of that member. */
interface GivenRule {
  readonly expression: unknown;
  /** Without, a negative weight is 0. */
  readonly allowShort: boolean;
}

/** By what members are put in order at a decision, the highest first. */
export type RankSource =
  /** close / close `lookbackBars` ago − 1, both `skipBars` before the decision. */
  | { readonly kind: 'momentum'; readonly lookbackBars: number; readonly skipBars: number }
  /** An expression of the rules' language. */
  | { readonly kind: 'rule'; readonly expression: unknown }
  /** A feature of the feature set, by its name. */
  | { readonly kind: 'feature'; readonly name: string };

export interface Ranking {
  readonly by: RankSource;
  /** How many of the highest are held long, of the lowest short; not both 0. */
  readonly top: number;
  readonly bottom: number;
  readonly weighting: Weighting;
  /** Σ|weight|, as a share of the equity. */
  readonly gross: number;
  /** Σ weight; null: `gross` where only one side is held, 0 where both are. */
  readonly net: number | null;
}

/** One strategy on every member, with shared cash. */
export interface SharedStrategy {
  readonly strategyName: string;
  readonly declaration: StrategyDeclaration;
  readonly parameters: StrategyParameters;
  readonly maximumOpenPositions: number;
  /** Who enters first where more want to than may, the highest first; null: in the order of the universe. */
  readonly priority: RankSource | null;
  /** Of the equity, per position, fee included; null: as `execution.sizing` says. */
  readonly share: number | null;
}

export const CALENDAR_REBALANCES = ['daily', 'weekly', 'monthly', 'quarterly'] as const;

/** When weights are decided anew: at the close of the first bar of each period, of every so many bars, or outside a band. The run's first bar always decides. */
export type RebalanceRule =
  | { readonly kind: 'calendar'; readonly every: (typeof CALENDAR_REBALANCES)[number] }
  | { readonly kind: 'bars'; readonly bars: number }
  /** Absolute: any |weight − target| above it has all weights decided anew. */
  | { readonly kind: 'drift'; readonly band: number };

export type Allocation =
  | { readonly kind: 'weights'; readonly weighting: Weighting }
  | { readonly kind: 'ranking'; readonly ranking: Ranking }
  | { readonly kind: 'rules'; readonly strategy: SharedStrategy };

/** Of target weights, which are decided now and then; rules trade by their signals. */
export type TargetAllocation = Exclude<Allocation, { readonly kind: 'rules' }>;

/** What a portfolio run does, with every default filled in. `rebalance` is null for rules, which trade by their signals. */
export interface PortfolioSettings {
  readonly allocation: Allocation;
  readonly rebalance: RebalanceRule | null;
  /** Of the last close of a series that is delisted while it is held, where it is sold: −1 loses it all, 0 nothing. */
  readonly delistingReturn: number;
}
