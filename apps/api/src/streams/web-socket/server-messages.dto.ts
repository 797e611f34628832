import type { DayTicker } from '#domain/market-data/reading/day-ticker';
import { formatDateTime } from '#engine/market/parse-time';
import type { Problem } from '../../http/problem';
import type { Subscription } from './client-message.dto';

/** A subscription that was made, and the id from which on a client resumes that receives nothing of it. */
export interface MadeSubscription {
  readonly subscription: Subscription;
  /** Undefined where there is nothing to resume. */
  readonly id?: string;
}

export function toSubscribedEvent(made: readonly MadeSubscription[]) {
  const subscriptions = made.map(({ subscription, id }) => ({
    ...toNames(subscription),
    ...(id !== undefined && { id }),
  }));
  return { event: 'subscribed', subscriptions };
}

export function toUnsubscribedEvent(removed: readonly Subscription[]) {
  return { event: 'unsubscribed', subscriptions: removed.map(toNames) };
}

/** `now`: milliseconds since 1970 UTC. */
export function toPongEvent(now: number) {
  return { event: 'pong', timestamp: formatDateTime(now) };
}

/** The members of an HTTP error's body. */
export function toErrorEvent({ detail, code, errors }: Problem) {
  return { event: 'error', detail, ...(code && { code }), ...(errors && { errors }) };
}

export function toTickerEvent(exchange: string, symbol: string, ticker: DayTicker) {
  return {
    event: 'ticker',
    symbol,
    timestamp: formatDateTime(ticker.committedAt),
    data: {
      exchange,
      last: ticker.last,
      open_24h: ticker.open,
      high_24h: ticker.high,
      low_24h: ticker.low,
      volume_24h: ticker.volume,
      change_24h: ticker.change,
    },
  };
}

function toNames({ exchange, symbol, channel }: Subscription) {
  return { exchange, symbol, channel };
}
