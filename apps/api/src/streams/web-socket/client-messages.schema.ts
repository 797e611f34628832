import { type CLIENT_ACTIONS, MOST_SUBSCRIPTIONS } from './client-message.dto';
import { CHANNEL, type DeclaredMessage, ID, object, text } from './declared-message.schema';

const SUBSCRIPTION_FIELDS = {
  symbols: {
    type: 'array',
    minItems: 1,
    maxItems: MOST_SUBSCRIPTIONS,
    items: text('A symbol, with its exchange and a colon before it, or of the default exchange'),
    description: `Symbols; times channels at most ${MOST_SUBSCRIPTIONS}`,
  },
  channels: { type: 'array', minItems: 1, items: CHANNEL, description: 'Channels, of each of the symbols' },
};

const action = (word: (typeof CLIENT_ACTIONS)[number]) => text('What is requested', { const: word });

/** What clients send on `GET /api/v1/streams/ws`. */
export const CLIENT_MESSAGES: readonly DeclaredMessage[] = [
  {
    name: 'subscribe',
    summary: 'Follow channels of symbols, all of them or none; answered with subscribed or error',
    schema: object(
      { action: action('subscribe'), ...SUBSCRIPTION_FIELDS, since: ID },
      { optional: ['since'] },
    ),
    example: {
      action: 'subscribe',
      symbols: ['binance:BTC/USDT', 'ETH/USDT'],
      channels: ['kline_1m', 'ticker'],
    },
  },
  {
    name: 'unsubscribe',
    summary: 'Follow channels no more; answered with unsubscribed or error',
    schema: object({ action: action('unsubscribe'), ...SUBSCRIPTION_FIELDS }),
    example: { action: 'unsubscribe', symbols: ['ETH/USDT'], channels: ['ticker'] },
  },
  {
    name: 'ping',
    summary: 'Answered with pong; the ping of the protocol is answered, too',
    schema: object({ action: action('ping') }),
    example: { action: 'ping' },
  },
];
