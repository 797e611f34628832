/** How signals become fills, as plain numbers with every default already filled in. */
export interface Execution {
  /** In the quote currency, above 0. */
  readonly initialCapital: number;
  /** Fraction of a fill's value, for limit fills; negative is a rebate. */
  readonly makerFeeRate: number;
  /** Fraction of a fill's value, for market and stop fills. */
  readonly takerFeeRate: number;
  /** Fraction by which a market fill is worse than the price it aims at: buys pay more, sells get less. */
  readonly slippageRate: number;
  /** Quantities are whole multiples of this; null trades any fraction. */
  readonly lotSize: number | null;
  readonly allowShort: boolean;
}
