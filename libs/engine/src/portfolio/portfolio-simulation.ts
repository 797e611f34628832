import { type AlignedMembers } from './align-members';
import { type PortfolioTrade, type Rebalancing } from './portfolio';

/** A run of a portfolio without any figures. Columns begin with the range's first bar. */
export interface PortfolioSimulation {
  readonly aligned: AlignedMembers;
  /** Marked at each close; the first is the initial capital. */
  readonly equity: Float64Array;
  /** Share of the equity that is not in positions, 1 − Σ|weight|, at each close. */
  readonly cash: Float64Array;
  /** Mean weight of each member over the closes. */
  readonly averageWeights: Float64Array;
  readonly trades: readonly PortfolioTrade[];
  readonly rebalancings: readonly Rebalancing[];
  /** Bars in which a position was held. */
  readonly heldBars: number;
  /** Value of all fills. */
  readonly tradedValue: number;
  readonly costs: { readonly fees: number; readonly slippage: number; readonly funding: number };
  readonly bankrupt: boolean;
  readonly warnings: readonly string[];
}
