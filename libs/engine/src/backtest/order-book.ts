import { type Lot } from './account';

/** What fills the orders of one plan, bar by bar; it keeps the lots it opened. */
export interface OrderBook {
  readonly lots: readonly Lot[];
  /** Fills at the bar's open, or within it. */
  fillWithin(bar: number): void;
  /** Fills at the bar's close. */
  fillAtClose(bar: number): void;
}
