import { type CandleColumns } from '../market/candle-columns';
import { type Lot } from './lots';
import { type Strategy } from './strategy';

/** Buys for `cash` (fee included) every so many bars, the first time at the first fill there is; never sells. */
export interface Purchases {
  readonly kind: 'purchases';
  readonly everyBars: number;
  readonly cash: number;
}

/**
 * Orders at fixed prices: each rung buys at `buyAt[i]`, with a limit order below the market and a stop order above it,
 * then sells what it bought at `sellAt[i]` with a limit order, again and again. Rungs are in ascending order.
 */
export interface Ladder {
  readonly kind: 'ladder';
  readonly buyAt: Float64Array;
  readonly sellAt: Float64Array;
  /** Units a rung buys; 0 gives each rung an equal share of the initial capital. */
  readonly quantity: number;
}

export type OrderPlan = Purchases | Ladder;

/** What fills the orders of one plan, bar by bar; it keeps the lots it opened. */
export interface OrderBook {
  readonly lots: readonly Lot[];
  /** Fills at the bar's open, or within it. */
  fillWithin(bar: number): void;
  /** Fills at the bar's close. */
  fillAtClose(bar: number): void;
}

/** A strategy that scales in and out with orders of its own instead of saying when to hold one position. */
export interface OrderStrategy<Parameter extends string = string> extends Omit<
  Strategy<Parameter>,
  'signals'
> {
  /** Fixed before the first fill, from no more than the first candle. */
  orders(candles: CandleColumns, parameters: Readonly<Record<Parameter, number>>): OrderPlan;
}

export function placesOrders(strategy: Omit<Strategy, 'signals'>): strategy is OrderStrategy {
  return 'orders' in strategy;
}
