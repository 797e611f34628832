import { ApiProperty } from '@nestjs/swagger';
import type { ImpliedFactor, StoredDividend, StoredSplit } from '#domain/equities/equity-actions';
import type { AdjustmentFactors } from '#engine/market/adjustment-factors';
import { SYMBOL_MAXIMUM_CHARACTERS } from '#engine/market/candle-record';
import { toDecimalText } from '#engine/decimal/decimal-text';
import { SymbolProperty } from '../http/series-properties';
import { TextField } from '../http/validation/fields';

const DATE = { type: String, format: 'date' } as const;
const DECIMAL = { type: String, format: 'decimal' } as const;
/** After them a double only has noise. */
const DIGITS = 12;

export class EquitySymbolPath {
  @TextField({
    description: 'The symbol, matched verbatim and percent-encoded',
    example: 'AAPL',
    maximum: SYMBOL_MAXIMUM_CHARACTERS,
  })
  symbol: string;
}

class SplitRead {
  @ApiProperty({ example: '2020-08-31', ...DATE, description: 'The first session at the new price' })
  ex_date: string;

  @ApiProperty({ example: '4', ...DECIMAL, description: 'Shares after for each denominator before' })
  numerator: string;

  @ApiProperty({ example: '1', ...DECIMAL, description: 'Shares before, for each numerator after' })
  denominator: string;
}

class DividendRead {
  @ApiProperty({ example: '2020-08-07', ...DATE, description: 'The first session without it' })
  ex_date: string;

  @ApiProperty({ example: '0.205', ...DECIMAL, description: 'Cash per share, adjusted for the splits since' })
  amount: string;
}

class ImpliedFactorRead {
  @ApiProperty({
    example: '2024-06-10',
    ...DATE,
    description: 'The day after the last session that was rewritten',
  })
  ex_date: string;

  @ApiProperty({
    example: '0.25',
    ...DECIMAL,
    description: 'What stored prices before ex_date were multiplied by, to six digits (factor)',
  })
  factor: string;
}

class FactorsRead {
  @ApiProperty({
    example: '2020-08-07',
    ...DATE,
    description: 'The first session at the new price, or without the dividend',
  })
  ex_date: string;

  @ApiProperty({
    example: '0.25',
    ...DECIMAL,
    description:
      'What prices before ex_date, as they were traded, are multiplied by to be adjusted for splits (factor)',
  })
  split_factor: string;

  @ApiProperty({
    example: '0.9949942',
    ...DECIMAL,
    nullable: true,
    description:
      'What stored prices before ex_date are multiplied by to count this and later dividends in: the product of 1 − D / C, C the last stored close before the ex-date; null where that close is not stored (factor)',
  })
  total_return_factor: string | null;
}

export class EquityActionsRead {
  @SymbolProperty('AAPL')
  symbol: string;

  @ApiProperty({
    type: [SplitRead],
    description: 'Splits, oldest first',
    example: [{ ex_date: '2020-08-31', numerator: '4', denominator: '1' }],
  })
  splits: SplitRead[];

  @ApiProperty({
    type: [DividendRead],
    description: 'Dividends, oldest first',
    example: [{ ex_date: '2020-08-07', amount: '0.205' }],
  })
  dividends: DividendRead[];

  @ApiProperty({
    type: [ImpliedFactorRead],
    description:
      'Ascending: changes of scale of the whole history at the provider that no split explains; the stored history was rewritten by them',
    example: [],
  })
  implied: ImpliedFactorRead[];

  @ApiProperty({
    type: [FactorsRead],
    description: 'By ex-date, ascending; computed in doubles',
    example: [{ ex_date: '2020-08-07', split_factor: '0.25', total_return_factor: '0.9949942' }],
  })
  factors: FactorsRead[];
}

export function toEquityActionsRead(
  symbol: string,
  splits: readonly StoredSplit[],
  dividends: readonly StoredDividend[],
  implied: readonly ImpliedFactor[],
  factors: readonly AdjustmentFactors[],
): EquityActionsRead {
  return {
    symbol,
    splits: splits.map(({ exDate, numerator, denominator }) => ({ ex_date: exDate, numerator, denominator })),
    dividends: dividends.map(({ exDate, amount }) => ({ ex_date: exDate, amount })),
    implied: implied.map(({ exDate, factor }) => ({ ex_date: exDate, factor })),
    factors: factors.map(({ exDate, splitFactor, totalReturnFactor }) => ({
      ex_date: exDate,
      split_factor: toText(splitFactor),
      total_return_factor: totalReturnFactor === undefined ? null : toText(totalReturnFactor),
    })),
  };
}

function toText(factor: number): string {
  return toDecimalText(Number(factor.toPrecision(DIGITS)));
}
