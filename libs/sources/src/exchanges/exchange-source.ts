import type { Interval } from '#engine/market/interval';
import type { CandlePrices } from '#engine/market/validate-candle';
import type { ExchangeClock } from './exchange-clock';

/** A candle as the source reports it, every number as decimal text with the source's own digits. */
export interface SourceCandle extends CandlePrices {
  /** Milliseconds since 1970 UTC. */
  readonly openTime: number;
}

/** A settled funding payment of a perpetual swap. */
export interface SettledFunding {
  /** Milliseconds since 1970 UTC. */
  readonly fundingTime: number;
  /** Signed decimal text, a fraction of the position's value. */
  readonly fundingRate: string;
  readonly markPrice: string | null;
}

/**
 * One exchange, by the few requests that are made to it. Every failure is a SourceFailure; a fetch that is aborted
 * rejects with the signal's reason, a watch that is aborted ends.
 */
export interface ExchangeSource {
  readonly exchange: string;
  /** The intervals of ours that it offers. */
  readonly intervals: readonly Interval[];
  /** The most that one fetchCandles answers. */
  readonly candlesPerRequest: number;
  /** Its time: which of its candles have closed is decided by it. Unknown before the first refresh. */
  readonly clock: ExchangeClock;

  /**
   * One request's worth of candles from `since` (ms, inclusive) on, ascending; the last one may still be forming. Empty:
   * the source has none from there on.
   */
  fetchCandles(
    symbol: string,
    interval: Interval,
    since: number,
    signal: AbortSignal,
  ): Promise<readonly SourceCandle[]>;

  /**
   * Every change of the newest candles as it comes in, until `signal` aborts; throws a SourceFailure when the connection
   * is lost. Whether a candle is final is not reported: a later one, or a poll by fetchCandles, says so.
   */
  watchCandles(
    symbol: string,
    interval: Interval,
    signal: AbortSignal,
  ): AsyncIterable<readonly SourceCandle[]>;

  /**
   * Settled payments from `since` (ms, inclusive) on, ascending: at least a request's worth, all where an exchange answers
   * the latest ones only. Times are full minutes. Empty: there are none from there on.
   */
  fetchFunding(symbol: string, since: number, signal: AbortSignal): Promise<readonly SettledFunding[]>;

  /** Ends its connections. */
  close(): Promise<void>;
}

/** Finds the source for an exchange's id; throws a SourceFailure of kind `unsupported` for an unknown one. */
export type OpenExchange = (exchange: string) => Promise<ExchangeSource>;
