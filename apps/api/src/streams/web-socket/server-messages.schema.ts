import {
  CHANNEL,
  COMMITTED,
  decimal,
  type DeclaredMessage,
  DETAIL,
  EXCHANGE,
  event,
  farewells,
  ID,
  object,
  SERIES,
  SYMBOL,
  text,
  time,
} from './declared-message.schema';

/** What the server sends on `GET /api/v1/streams/ws`. */
export const SERVER_MESSAGES: readonly DeclaredMessage[] = [
  {
    name: 'subscribed',
    summary: 'The answer to subscribe, before the first events of it',
    schema: object({
      event: event('subscribed'),
      subscriptions: {
        type: 'array',
        description:
          'What is followed now of what was requested; a channel of candles has the id of its position',
        items: object({ exchange: EXCHANGE, symbol: SYMBOL, channel: CHANNEL, id: ID }, { optional: ['id'] }),
      },
    }),
    example: {
      event: 'subscribed',
      subscriptions: [
        { exchange: 'binance', symbol: 'BTC/USDT', channel: 'kline_1m', id: '1704153600000.1704153660123' },
        { exchange: 'binance', symbol: 'BTC/USDT', channel: 'ticker' },
      ],
    },
  },
  {
    name: 'unsubscribed',
    summary: 'The answer to unsubscribe; nothing follows of it',
    schema: object({
      event: event('unsubscribed'),
      subscriptions: {
        type: 'array',
        description: 'What was requested',
        items: object({ exchange: EXCHANGE, symbol: SYMBOL, channel: CHANNEL }),
      },
    }),
    example: {
      event: 'unsubscribed',
      subscriptions: [{ exchange: 'binance', symbol: 'ETH/USDT', channel: 'ticker' }],
    },
  },
  {
    name: 'pong',
    summary: 'The answer to ping',
    schema: object({ event: event('pong'), timestamp: time('When it was answered') }),
    example: { event: 'pong', timestamp: '2024-01-02T00:01:00.123Z' },
  },
  {
    name: 'error',
    summary:
      'The answer to a message that breaks a rule; the socket stays open unless it is closed with 4400, 1003, 1007, 1009 or 4429',
    schema: object(
      {
        event: event('error'),
        detail: DETAIL,
        code: text('Machine-readable error code'),
        errors: {
          type: 'array',
          description: 'The fields that are at fault',
          items: object({ field: text('Path of the field'), message: text('What is allowed') }),
        },
      },
      { optional: ['code', 'errors'] },
    ),
    example: {
      event: 'error',
      detail: 'action must be one of subscribe, unsubscribe, ping',
      code: 'INVALID_PARAMETER',
      errors: [{ field: 'action', message: 'must be one of subscribe, unsubscribe, ping' }],
    },
  },
  {
    name: 'kline',
    summary:
      'A candle: the newest at first, then each that a write of the series changed, in the order of the writes',
    schema: object({
      event: event('kline'),
      symbol: SYMBOL,
      timestamp: COMMITTED,
      data: object({
        ...SERIES,
        open_time: time('When the candle opens'),
        open: decimal('First price, in the quote currency'),
        high: decimal('Highest price, in the quote currency'),
        low: decimal('Lowest price, in the quote currency'),
        close: decimal('Last price, in the quote currency'),
        volume: decimal('Traded volume, in the base currency'),
        is_closed: { type: 'boolean', description: 'Whether it is final' },
      }),
      id: ID,
    }),
    example: {
      event: 'kline',
      symbol: 'SPX',
      timestamp: '2024-01-03T00:00:00.123Z',
      data: {
        exchange: 'us',
        symbol: 'SPX',
        interval: '1d',
        open_time: '2024-01-02T00:00:00Z',
        open: '100.50',
        high: '103.00',
        low: '99.10',
        close: '102.75',
        volume: '12500',
        is_closed: true,
      },
      id: '1704153600000.1704240000123',
    },
  },
  {
    name: 'reset',
    summary: 'More was missed than is sent: the query reads it; live events follow',
    schema: object({
      event: event('reset'),
      symbol: SYMBOL,
      timestamp: COMMITTED,
      data: object({
        ...SERIES,
        from: time('The first open time that may have changed'),
        query: object({
          method: text('Method of the request', { const: 'POST' }),
          path: text('Path of the request'),
          body: object({ ...SERIES, start: time('The first open time') }),
        }),
      }),
      id: ID,
    }),
    example: {
      event: 'reset',
      symbol: 'BTC/USDT',
      timestamp: '2024-01-02T00:00:00.123Z',
      data: {
        exchange: 'binance',
        symbol: 'BTC/USDT',
        interval: '1m',
        from: '2023-12-01T00:00:00Z',
        query: {
          method: 'POST',
          path: '/api/v1/market-data/candlesticks/query',
          body: { exchange: 'binance', symbol: 'BTC/USDT', interval: '1m', start: '2023-12-01T00:00:00Z' },
        },
      },
      id: '1704153540000.1704153600123.1704153539999',
    },
  },
  {
    name: 'ticker',
    summary: 'The 24 hours up to the newest stored candle of one minute, at most once a second and symbol',
    schema: object({
      event: event('ticker'),
      symbol: SYMBOL,
      timestamp: COMMITTED,
      data: object({
        exchange: EXCHANGE,
        last: decimal('Close of the newest candle, in the quote currency'),
        open_24h: decimal('Open of the first candle, in the quote currency'),
        high_24h: decimal('Highest price, in the quote currency'),
        low_24h: decimal('Lowest price, in the quote currency'),
        volume_24h: decimal('Traded volume, in the base currency'),
        change_24h: decimal('last less open_24h, in the quote currency; negative where it fell'),
      }),
    }),
    example: {
      event: 'ticker',
      symbol: 'BTC/USDT',
      timestamp: '2024-01-02T00:00:00.123Z',
      data: {
        exchange: 'binance',
        last: '102.75',
        open_24h: '100.50',
        high_24h: '103.00',
        low_24h: '99.10',
        volume_24h: '12500.5',
        change_24h: '2.25',
      },
    },
  },
  ...farewells({
    expired: 'The token has expired; the socket closes with 4401',
    dropped: 'The reader is too slow; the socket closes with 4429',
    idle: 'The socket had no subscription, or did not answer a ping; it closes with 4408',
    shutdown: 'The server stops; the socket closes with 1001, connect again',
  }),
];
