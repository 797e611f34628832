import type { RetryPauses } from '#platform/pauses/full-jitter';
import { CLOSING_GRACE_MILLISECONDS } from '#sources/exchanges/newest-closed';
import type { OpenExchange } from '#sources/exchanges/exchange-source';

/** What the feed has from outside, and how patient it is. */
export interface FeedSettings {
  readonly openExchange: OpenExchange;
  /** How long after its end a candle is requested to see whether the exchange is done with it. */
  readonly graceMilliseconds: number;
  /** A connection that says nothing for so long is made anew; the limit doubles while that does not help. */
  readonly silenceMilliseconds: number;
  readonly longestSilenceMilliseconds: number;
  /** How much history a series gets that has none. */
  readonly newSeriesCandles: number;
  /** How far back what was missed is fetched. */
  readonly mostMissedCandles: number;
  /** So many candles at most are closed on the live connection's word alone before a request confirms them. */
  readonly mostUnconfirmedCandles: number;
  /** Requests to one exchange at a time. */
  readonly requestsAtOnce: number;
  /** Candles kept in memory while the database is away; what goes beyond is fetched later. */
  readonly mostWaitingCandles: number;
  /** How often leadership is confirmed and the state of every series checked. */
  readonly beatMilliseconds: number;
  readonly retryPauses: RetryPauses;
}

export const FEED_SETTINGS = Symbol('FEED_SETTINGS');

export const USUAL_FEED_SETTINGS = {
  graceMilliseconds: CLOSING_GRACE_MILLISECONDS,
  silenceMilliseconds: 90_000,
  longestSilenceMilliseconds: 900_000,
  newSeriesCandles: 500,
  mostMissedCandles: 20_000,
  mostUnconfirmedCandles: 60,
  requestsAtOnce: 4,
  mostWaitingCandles: 200_000,
  beatMilliseconds: 500,
  retryPauses: { firstMilliseconds: 500, longestMilliseconds: 30_000 },
} as const satisfies Omit<FeedSettings, 'openExchange'>;
