import { LARGEST_ID } from '#domain/records/records';
import { TAGS } from '#engine/trades/fill-record';
import { EXCHANGE_MAXIMUM_CHARACTERS } from '#engine/market/candle-record';
import { field } from '../http/validation/field';
import {
  DateTimeField,
  DecimalField,
  IntegerField,
  SignedDecimalField,
  TextField,
} from '../http/validation/fields';

const LINK = { minimum: 1, maximum: LARGEST_ID, clearable: true };

/** What is left out stays; null clears. */
export class UpdateTradeDetailsDto {
  @TextField({
    description: 'The exchange, whose stored bars give mae and mfe',
    example: 'binance',
    maximum: EXCHANGE_MAXIMUM_CHARACTERS,
    clearable: true,
  })
  exchange?: string | null;

  @TextField({ description: 'The account', example: 'main', maximum: 128, clearable: true })
  account?: string | null;

  @DecimalField({
    description: 'What was entered, above 0 (units of the base currency, shares or contracts)',
    example: '0.5',
    positive: true,
    clearable: true,
  })
  quantity?: string | null;

  @DateTimeField({ description: 'Time of the entry', example: '2024-01-02T09:30:00Z', clearable: true })
  entry_time?: Date | null;

  @DateTimeField({
    description: 'Time of the exit, not before that of the entry',
    example: '2024-01-03T15:00:00Z',
    clearable: true,
  })
  exit_time?: Date | null;

  @SignedDecimalField({
    description: 'Fees of entry and exit; negative: rebates (settlement currency of the symbol)',
    example: '42.75',
    clearable: true,
  })
  fees?: string | null;

  @DecimalField({
    description:
      'Size of a contract, above 0; null: 1 (units of what is traded, of an inverse contract of the quote currency)',
    example: '1',
    positive: true,
    clearable: true,
  })
  multiplier?: string | null;

  @DecimalField({
    description: 'Price at which it is given up, above 0 (quote currency)',
    example: '41000',
    positive: true,
    clearable: true,
  })
  stop?: string | null;

  @DecimalField({
    description: 'Price at which its profit is taken, above 0 (quote currency)',
    example: '45000',
    positive: true,
    clearable: true,
  })
  target?: string | null;

  @field(TAGS, { description: 'Labels, each once', example: ['breakout'], clearable: true })
  tags?: string[] | null;

  @IntegerField({ ...LINK, description: 'Identifier of a strategy idea that exists', example: 3 })
  idea_id?: number | null;

  @IntegerField({ ...LINK, description: 'Identifier of a backtest that exists', example: 42 })
  backtest_id?: number | null;
}

/** The fields that fills say: of an entry made of them they cannot be changed. */
export const FIELDS_OF_FILLS = [
  'exchange',
  'account',
  'quantity',
  'entry_time',
  'exit_time',
  'fees',
  'multiplier',
] as const satisfies readonly (keyof UpdateTradeDetailsDto)[];
