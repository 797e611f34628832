import type { Interval } from '#engine/market/interval';
import type { SourceCandle } from '#sources/exchanges/exchange-source';
import type { FakeMarket } from './fake-market';

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text goes out as it is, anything else as JSON. */
  readonly body: unknown;
}

export interface Subscription {
  /** How the exchange's own messages call it. */
  readonly channel: string;
  readonly symbol: string;
  readonly interval: Interval;
}

/** What a client's message requests. */
export interface SocketRequest {
  readonly replies: readonly string[];
  readonly subscribe?: readonly Subscription[];
  readonly unsubscribe?: readonly string[];
}

/** How one exchange words requests, answers and messages. */
export interface Protocol {
  /** `spoil` corrupts candles on their way out, when it is set to. */
  answer(url: URL, market: FakeMarket, spoil: (candles: SourceCandle[]) => SourceCandle[]): Answer;
  receive(message: string, path: string, market: FakeMarket): SocketRequest;
  candleMessage(
    subscription: Subscription,
    candle: SourceCandle,
    closeTime: number,
    isClosed: boolean,
    now: number,
  ): string;
  /** Whether a page that is cut short keeps its newest candles, or its oldest. */
  readonly keepsNewest: boolean;
  /** Whether the candle of now is sent at once to who subscribes. */
  readonly sendsOnSubscribing: boolean;
  readonly tooManyRequests: Answer;
  readonly banned: Answer;
}

export const NOT_FOUND: Answer = { status: 404, body: { message: 'not found' } };
