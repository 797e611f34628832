import { fillSchema, positionSchema } from '#engine/trades/trading-schema';
import { nameSchema } from './named-schemas';

const FILL_SCHEMA = nameSchema('FillMessage', {
  ...fillSchema('flag'),
  description: 'An execution of an order, as a sender states it',
});

const POSITION_SCHEMA = nameSchema('PositionMessage', {
  ...positionSchema('flag'),
  description: 'What an account holds of a symbol, as its venue reports it',
});

/** A fill or a position, bare or as the data of a CloudEvent. */
export const TRADING_MESSAGE_SCHEMA = nameSchema('TradingMessage', {
  oneOf: [
    FILL_SCHEMA,
    POSITION_SCHEMA,
    {
      type: 'object',
      description: 'A CloudEvent; further attributes are ignored',
      required: ['specversion', 'data'],
      properties: {
        specversion: { type: 'string', enum: ['1.0'], description: 'Version of CloudEvents' },
        time: {
          type: 'string',
          format: 'date-time',
          nullable: true,
          description: 'When the sender stated this content',
        },
        data: { oneOf: [FILL_SCHEMA, POSITION_SCHEMA], description: 'The fill or the position' },
      },
    },
  ],
});
