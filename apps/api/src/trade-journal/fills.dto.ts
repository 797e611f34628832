import { CountAnswer, FlagAnswer, ObjectAnswer } from '../http/answer-fields';
import { LineError } from '../http/uploads/refused-lines';

const FILL = {
  fill_id: 'f-1001',
  account: 'main',
  exchange: 'binance',
  symbol: 'BTC/USDT',
  side: 'buy',
  price: '62000.50',
  quantity: '0.25',
  fee: '15.50',
  fee_currency: 'USDT',
  time: '2024-05-01T09:30:00Z',
};

const POSITION = {
  account: 'main',
  exchange: 'binance',
  symbol: 'BTC/USDT',
  quantity: '0.25',
  average_price: '62000.50',
  time: '2024-05-01T10:00:00Z',
};

const FORMS =
  'A JSON array, or NDJSON with an object on each line; each object bare or as the data of a CloudEvent 1.0, whose time says when it was stated. ' +
  'Either may be gzip. Any length; 16 KiB an object.';

const bodyOf = (description: string, example: object) => ({
  required: true,
  description: `${description} ${FORMS}`,
  content: {
    'application/json': {
      schema: { type: 'array' as const, items: { type: 'object' as const } },
      example: [example],
    },
    'application/x-ndjson': { schema: { type: 'string' as const, example: JSON.stringify(example) } },
  },
});

export const fillsBody = bodyOf('Fills.', FILL);
export const positionsBody = bodyOf('Positions.', POSITION);

const UNIT = 'fills or reports';

/** Outcome of an upload of fills or of positions. */
export class TradingUploadResult {
  @CountAnswer(UNIT, { description: 'Objects in the body, empty lines not counted', example: 3 })
  received: number;

  @CountAnswer(UNIT, { description: 'New ones', example: 1 })
  inserted: number;

  @CountAnswer(UNIT, { description: 'Corrections of what was stored', example: 0 })
  updated: number;

  @CountAnswer(UNIT, {
    description: 'Those whose content was known, or had been replaced by content stated later',
    example: 1,
  })
  unchanged: number;

  @CountAnswer(UNIT, { description: 'Those that break a rule; they are not stored', example: 1 })
  refused: number;

  @ObjectAnswer([LineError], {
    description: 'The first 1,000 refused ones',
  })
  errors: readonly LineError[];

  @FlagAnswer({ description: 'Whether more were refused than are listed', example: false })
  errors_truncated: boolean;
}

export function toTradingUploadResult(
  outcome: Omit<TradingUploadResult, 'errors_truncated'>,
): TradingUploadResult {
  return { ...outcome, errors_truncated: outcome.refused > outcome.errors.length };
}
