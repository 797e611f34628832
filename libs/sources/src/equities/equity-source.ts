import type { SourceCandle } from '../exchanges/exchange-source';

/** Sessions by date, YYYY-MM-DD, both inclusive. */
export interface SessionRange {
  readonly from: string;
  readonly to: string;
}

export interface Split {
  /** The first session at the new price, YYYY-MM-DD. */
  readonly exDate: string;
  /** Shares after for each `denominator` before, as decimal text: 4 and 1 for four for one. */
  readonly numerator: string;
  readonly denominator: string;
}

export interface Dividend {
  /** The first session without it, YYYY-MM-DD. */
  readonly exDate: string;
  /** Cash per share as decimal text, adjusted for the splits since, as the candles are. */
  readonly amount: string;
}

export interface EquityHistory {
  /**
   * Daily candles, ascending, `openTime` midnight UTC of the session's date, prices and volumes adjusted for every split
   * that the provider knows by now, not for dividends.
   */
  readonly candles: readonly SourceCandle[];
  /** With an ex-date in the range, ascending. */
  readonly splits: readonly Split[];
  readonly dividends: readonly Dividend[];
}

/**
 * One equity provider. Every failure is a SourceFailure: `unsupported` where the provider knows no such symbol.
 * An aborted fetch rejects with the signal's reason.
 */
export interface EquitySource {
  readonly provider: string;
  /** What the provider has of the range, over as many requests as it takes; no candles where it traded on none of its days. */
  fetchDaily(symbol: string, range: SessionRange, signal: AbortSignal): Promise<EquityHistory>;
}
