import type { TradingKind } from '#domain/trading/trading-delivery';
import { CountAnswer, FlagAnswer, ObjectAnswer } from '../http/answer-fields';
import { TRADING_EXAMPLES, tradingMessagesSchema } from '../http/trading.schema';
import { LineError } from '../http/uploads/refused-lines';

const FORMS =
  'A JSON array, or NDJSON with an object on each line; each object bare or as the data of a CloudEvent 1.0, whose time says when it was stated. ' +
  'Either may be gzip. Any length; 16 KiB an object.';

function bodyOf(kind: TradingKind, description: string) {
  const example = TRADING_EXAMPLES[kind];
  return {
    required: true,
    description: `${description} ${FORMS}`,
    content: {
      'application/json': { schema: tradingMessagesSchema(kind), example: [example] },
      'application/x-ndjson': { schema: { type: 'string' as const, example: JSON.stringify(example) } },
    },
  };
}

export const fillsBody = bodyOf('fill', 'Fills.');
export const positionsBody = bodyOf('position', 'Positions.');

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
