import type { TradingKind } from '#domain/trading/trading-delivery';
import { fillSchema, positionSchema } from '#engine/trades/trading-schema';
import { TRADING_EXAMPLES } from '../http/trading.schema';

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
    example: TRADING_EXAMPLES.fill,
  },
  position: {
    title: 'Position',
    summary: 'What an account holds of a symbol, as its venue reports it. The latest time counts.',
    schema: positionSchema('type'),
    example: TRADING_EXAMPLES.position,
  },
};
