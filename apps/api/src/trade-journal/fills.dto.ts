import { ApiProperty } from '@nestjs/swagger';
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

/** Outcome of an upload of fills or of positions. */
export class TradingUploadResult {
  @ApiProperty({ type: 'integer', example: 3, description: 'Objects in the body, empty lines not counted' })
  received: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'New ones' })
  inserted: number;

  @ApiProperty({ type: 'integer', example: 0, description: 'Corrections of what was stored' })
  updated: number;

  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Those whose content was known, or had been replaced by content stated later',
  })
  unchanged: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'Those that break a rule; they are not stored' })
  refused: number;

  @ApiProperty({
    type: [LineError],
    description: 'The first 1,000 refused ones',
    example: [{ line: 3, errors: [{ field: 'price', message: 'must be above 0' }] }],
  })
  errors: readonly LineError[];

  @ApiProperty({ example: false, description: 'Whether more were refused than are listed' })
  errors_truncated: boolean;
}

export function toTradingUploadResult(
  outcome: Omit<TradingUploadResult, 'errors_truncated'>,
): TradingUploadResult {
  return { ...outcome, errors_truncated: outcome.refused > outcome.errors.length };
}
