export const TRADE_MATCHINGS = ['flat_to_flat', 'fifo'] as const;

/** How fills become round trips: from flat to flat, or each exit with the oldest entry that is open. */
export type TradeMatching = (typeof TRADE_MATCHINGS)[number];

/** A fee, or a part of one, that is in no currency in which it can be added to the result. */
export interface FeeApart {
  readonly currency: string;
  readonly amount: string;
}

/**
 * A fill as matching uses it. Decimals as text.
 * `fee` is in the settlement currency, or in the base currency of a spot symbol (`isBaseFee`), where it changes what is held; a
 * negative one is a rebate. `feeApart` is a fee in a third currency for which no price is stored.
 */
export interface TradeFill {
  readonly id: number;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly quantity: string;
  readonly fee: string;
  readonly isBaseFee: boolean;
  readonly feeApart?: FeeApart;
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
}

/** What one contract is. `isInverse`: quoted in the settlement currency's price, and settled in the base currency. */
export interface Contract {
  readonly multiplier: string;
  readonly isInverse: boolean;
}

/** The part of a fill that belongs to a round trip. */
export interface Leg {
  readonly fillId: number;
  readonly role: 'entry' | 'exit';
  readonly side: 'buy' | 'sell';
  readonly time: number;
  readonly price: string;
  /** As held: after a fee in the base currency. */
  readonly quantity: string;
  /** Its share of the fill's fee, in the settlement currency. */
  readonly fee: string;
}

/** The time from flat to flat, with one side. `quantity`: what of its first fill opened it; the rest closed the one before. */
export interface PositionPeriod {
  readonly firstFillId: number;
  readonly quantity: string;
}

/** A position or a part of one from its entry to its exit. Decimals as text, amounts in the settlement currency. */
export interface RoundTrip {
  /** The fill that opened it; with `ordinal` it identifies the round trip: 0, or counting the exits of a fill under FIFO. */
  readonly firstFillId: number;
  readonly ordinal: number;
  readonly period: PositionPeriod;
  readonly side: 'long' | 'short';
  /** What was entered, over all entries. */
  readonly quantity: string;
  /** Average of the entries, to 18 decimal places (of an inverse contract the harmonic one). */
  readonly entryPrice: string;
  /** Null while it is open. */
  readonly exitPrice: string | null;
  readonly entryTime: number;
  readonly exitTime: number | null;
  /** Value of the entries at their prices, above 0. */
  readonly entryValue: string;
  /** Before fees; null while it is open. */
  readonly grossPnl: string | null;
  /** Of entries and exits so far; negative: rebates. */
  readonly fees: string;
  readonly feesApart: readonly FeeApart[];
  readonly legs: readonly Leg[];
}

/** What is held after the last fill, by average cost whatever the matching. */
export interface HeldPosition {
  /** Signed: negative is short, "0" is flat. */
  readonly quantity: string;
  /** To 18 decimal places; null when flat. */
  readonly averagePrice: string | null;
}

export interface MatchedFills {
  /** In the order of their first fills and ordinals; the last ones may be open. */
  readonly roundTrips: readonly RoundTrip[];
  readonly position: HeldPosition;
}
