import { type Execution } from '../backtest/execution';
import { type FundingColumns } from '../backtest/funding';
import { type Calendar } from '../calendar/calendar';
import { type DataOfRun } from '../known-data/known-data';
import { type CandleColumns } from '../market/candle-columns';
import { type Metrics } from '../performance/compute-metrics';
import { EXIT_REASONS, type Trade } from '../performance/trade';
import { type PortfolioSettings } from './portfolio-settings';

/** How a member is named; each is in the universe once. */
export interface MemberName {
  readonly exchange: string;
  readonly symbol: string;
}

/** A series of the universe. */
export interface PortfolioMember extends MemberName {
  /** Closed candles, oldest first; those before the range warm up. */
  readonly candles: CandleColumns;
  /** Milliseconds since 1970 from which it is a member, and until which (exclusive); null: as long as it has candles. */
  readonly from: number | null;
  readonly to: number | null;
  readonly calendar: Calendar;
  /** Its own fees; everything but fees is the same for all members. */
  readonly execution: Execution;
  readonly funding: FundingColumns | null;
  /** Whether its volumes count the same units as quantities; without, they say nothing about the size of a fill. */
  readonly volumeInBaseUnits?: boolean;
  /** What the strategy reads of it besides its candles. */
  readonly data?: DataOfRun;
}

export interface PortfolioInput {
  /** In the order of the universe, by which ties are broken. */
  readonly members: readonly PortfolioMember[];
  /** The requested range, ms: first (inclusive) and last (exclusive) moment of opens. */
  readonly range: { readonly from: number; readonly to: number };
  readonly intervalSeconds: number;
  /** Of the account: how its days end and its figures are annualised. */
  readonly calendar: Calendar;
  readonly settings: PortfolioSettings;
}

/** `rebalance`: what the target weights left too much; `delisted`: its series was delisted. */
export const PORTFOLIO_EXIT_REASONS = [...EXIT_REASONS, 'rebalance', 'delisted'] as const;

/** Of the legs of a trade: all but its last one are partial exits. */
export const LEG_EXIT_REASONS = ['reduce', ...PORTFOLIO_EXIT_REASONS] as const;

export type PortfolioExitReason = (typeof PORTFOLIO_EXIT_REASONS)[number];

/** A closed part of a position: entry price is the average of what it was made of; fees are shared by quantity. */
export interface PortfolioTrade extends Omit<Trade, 'exitReason'> {
  readonly exitReason: PortfolioExitReason;
  /** Index of the member. `entryIndex` and `exitIndex` are positions in the account's bars. */
  readonly member: number;
}

/** One decision and what was filled for it; weights are shares of the equity, by member. */
export interface Rebalancing {
  /** When it was decided (the close of its bar) and filled, ms. */
  readonly decidedAt: number;
  readonly filledAt: number;
  readonly target: Float64Array;
  /** Before the fills, at their prices, and after them. */
  readonly drifted: Float64Array;
  readonly reached: Float64Array;
  /** Σ|reached − drifted| / 2. */
  readonly turnover: number;
  /** Fees and slippage of its fills, in the quote currency. */
  readonly cost: number;
}

/** What one member added to the account. */
export interface Contribution {
  readonly member: number;
  /** Net of fees and funding, in the quote currency; all of them add up to the account's profit. */
  readonly pnl: number;
  /** `pnl` over the initial capital. */
  readonly contribution: number;
  readonly averageWeight: number;
  readonly trades: number;
  readonly fees: number;
  readonly funding: number;
}

export interface PortfolioResult {
  /** The account's bars from the range's first on: the union of its members' opens, ms. */
  readonly openTime: Float64Array;
  /** Marked at each close; the first is the initial capital. */
  readonly equity: Float64Array;
  /** Share of the equity that is not in positions, at each close. */
  readonly cash: Float64Array;
  readonly trades: readonly PortfolioTrade[];
  readonly rebalancings: readonly Rebalancing[];
  readonly metrics: Metrics;
  /** The universe at equal weights, rebalanced as the run is and at its costs; of rules monthly. */
  readonly equalWeight: { readonly equity: Float64Array; readonly metrics: Metrics };
  readonly contributions: readonly Contribution[];
  readonly costs: { readonly fees: number; readonly slippage: number; readonly funding: number };
  /** Mean per rebalance, and per year. */
  readonly rebalanceTurnover: number | null;
  readonly annualTurnover: number | null;
  readonly bankrupt: boolean;
  readonly warnings: readonly string[];
}
