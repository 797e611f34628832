import { ApiProperty } from '@nestjs/swagger';
import { FEATURE_VERSION } from '#engine/features/feature-set';
import { FoundExchangeProperty, IntervalProperty, SymbolProperty } from '../http/series-properties';
import { DateTimeField, IntegerQueryField, TextField } from '../http/validation/fields';
import { FeaturesQuery } from './features.dto';

const MOST_ROWS = 10_000;
export const DEFAULT_ROWS = 500;

export class FeatureHistoryQuery extends FeaturesQuery {
  @DateTimeField({
    description: 'First open time, inclusive',
    example: '2008-09-01T00:00:00Z',
    optional: true,
  })
  start?: Date;

  @DateTimeField({
    description: 'Last open time, inclusive',
    example: '2008-10-31T00:00:00Z',
    optional: true,
  })
  end?: Date;

  @TextField({
    description: 'Names of features with commas between, in the order that is wanted; without it all',
    example: 'returns_1,alpha158_kmid',
    maximum: 8_000,
    optional: true,
  })
  features?: string;

  @IntegerQueryField({
    minimum: 1,
    maximum: MOST_ROWS,
    optional: true,
    description: `Candles at most. Without it ${DEFAULT_ROWS} as JSON, and as CSV all`,
  })
  limit?: number;
}

export class FeatureHistoryRead {
  @SymbolProperty()
  symbol: string;

  @FoundExchangeProperty()
  exchange: string | null;

  @IntervalProperty()
  interval: string;

  @ApiProperty({ example: 1, type: 'integer', description: 'Of the definitions' })
  feature_version: number;

  @ApiProperty({ example: [], type: [String], description: 'What is to be known of the candles' })
  warnings: string[];

  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'date-time' },
    description: 'Of the candles, ascending',
    example: ['2008-09-02T00:00:00Z', '2008-09-03T00:00:00Z'],
  })
  open_time: string[];

  @ApiProperty({
    type: 'object',
    example: { returns_1: [-0.0041, null] },
    additionalProperties: { type: 'array', items: { type: 'number', nullable: true } },
    description: 'By name, a value for each candle; null where it is not known yet or not defined',
  })
  features: Record<string, (number | null)[]>;
}

/** What comes before the columns. */
export function toHistoryHead(
  { symbol, interval }: FeatureHistoryQuery,
  exchange: string | null,
  warnings: readonly string[],
) {
  return { symbol, exchange, interval, feature_version: FEATURE_VERSION, warnings };
}
