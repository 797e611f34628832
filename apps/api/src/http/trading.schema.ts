import type { TradingKind } from '#domain/trading/trading-delivery';
import { fillSchema, positionSchema } from '#engine/trades/trading-schema';
import { nameSchema } from './named-schemas';

/** A message of each kind, as documents show it. */
export const TRADING_EXAMPLES = {
  fill: {
    fill_id: '28457',
    account: 'main',
    exchange: 'binance',
    symbol: 'BTC/USDT',
    side: 'buy',
    price: '42314.00',
    quantity: '0.05',
    fee: '1.05785',
    fee_currency: 'USDT',
    liquidity: 'taker',
    time: '2024-01-02T00:00:03.123Z',
    order_id: '100234',
    strategy: 'sma_cross',
    tags: ['breakout'],
  },
  position: {
    account: 'main',
    exchange: 'binance',
    symbol: 'BTC/USDT',
    quantity: '0.05',
    average_price: '42314.00',
    time: '2024-01-02T00:00:04Z',
  },
} as const satisfies Readonly<Record<TradingKind, object>>;

const FILL = nameSchema('FillMessage', {
  ...fillSchema('flag'),
  description: 'An execution of an order, as a sender states it',
});

const POSITION = nameSchema('PositionMessage', {
  ...positionSchema('flag'),
  description: 'What an account holds of a symbol, as its venue reports it',
});

const FORMS: Readonly<Record<TradingKind, readonly { readonly $ref: string }[]>> = {
  fill: [FILL, nameSchema('FillEvent', eventOf({ allOf: [FILL] }))],
  position: [POSITION, nameSchema('PositionEvent', eventOf({ allOf: [POSITION] }))],
};

/** A fill or a position, bare or as the data of a CloudEvent. */
export const TRADING_MESSAGE_SCHEMA = nameSchema('TradingMessage', {
  oneOf: [FILL, POSITION, eventOf({ oneOf: [FILL, POSITION] })],
});

/** Messages of a kind, each bare or as the data of a CloudEvent. */
export function tradingMessagesSchema(kind: TradingKind) {
  return { type: 'array' as const, items: { oneOf: [...FORMS[kind]] } };
}

function eventOf(data: object) {
  return {
    type: 'object' as const,
    description: 'A CloudEvent; further attributes are ignored',
    required: ['specversion', 'data'],
    properties: {
      specversion: {
        type: 'string' as const,
        enum: ['1.0'],
        description: 'Version of CloudEvents',
        example: '1.0',
      },
      time: {
        type: 'string' as const,
        format: 'date-time',
        nullable: true,
        description: 'When the sender stated this content',
        example: '2024-01-02T00:00:03.500Z',
      },
      data: { ...data, description: 'The fill or the position' },
    },
  };
}
