import type { TradingKind } from '#domain/trading/trading-delivery';
import { fillSchema, positionSchema } from '#engine/trades/trading-schema';

interface Declaration {
  readonly title: string;
  readonly summary: string;
  readonly schema: object;
  readonly example: object;
}

/** What workers consume from the broker. */
export const TRADING_MESSAGES: Readonly<Record<TradingKind, Declaration>> = {
  fill: {
    title: 'Fill',
    summary:
      'An execution of an order. The same account, exchange and fill_id with other content corrects it.',
    schema: fillSchema('type'),
    example: {
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
  },
  position: {
    title: 'Position',
    summary: 'What an account holds of a symbol, as its venue reports it. The latest time counts.',
    schema: positionSchema('type'),
    example: {
      account: 'main',
      exchange: 'binance',
      symbol: 'BTC/USDT',
      quantity: '0.05',
      average_price: '42314.00',
      time: '2024-01-02T00:00:04Z',
    },
  },
};
