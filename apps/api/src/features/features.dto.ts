import { ApiProperty } from '@nestjs/swagger';
import type { ServedFeatureSet } from '#domain/features/feature-sets';
import { FEATURE_VERSION, FEATURE_WARMUP_BARS, FEATURES } from '#engine/features/feature-set';
import { EXCHANGE_MAXIMUM_CHARACTERS, SYMBOL_MAXIMUM_CHARACTERS } from '#engine/market/candle-record';
import type { Interval } from '#engine/market/interval';
import { FoundExchangeProperty, IntervalProperty, SymbolProperty } from '../http/series-properties';
import { timeText } from '../http/time-text';
import { IntervalField, TextField } from '../http/validation/fields';

export const FEATURE_SYMBOL = {
  description: 'The symbol, matched verbatim',
  example: 'SPX',
  maximum: SYMBOL_MAXIMUM_CHARACTERS,
};
export const FEATURE_EXCHANGE = {
  description:
    'The exchange, matched verbatim. Without it the default exchange where that has the symbol, else the only one that has it',
  example: 'us',
  maximum: EXCHANGE_MAXIMUM_CHARACTERS,
  optional: true,
};

export class FeaturesQuery {
  @TextField(FEATURE_SYMBOL)
  symbol: string;

  @IntervalField({ optional: true, default: '1h' })
  interval: Interval = '1h';

  @TextField(FEATURE_EXCHANGE)
  exchange?: string;
}

const WARMUP_EXAMPLE = { bars: 382, needed: 382, complete: true };

export class FeaturesRead {
  @SymbolProperty()
  symbol: string;

  @FoundExchangeProperty()
  exchange: string | null;

  @IntervalProperty()
  interval: string;

  @ApiProperty({
    example: '2020-04-17T00:00:00Z',
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Open time of the newest closed candle that is in it',
  })
  as_of: string | null;

  @ApiProperty({
    example: '2020-04-18T00:00:02Z',
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When they were computed; null: not yet',
  })
  computed_at: string | null;

  @ApiProperty({ example: 1, type: 'integer', nullable: true, description: 'Of the definitions' })
  feature_version: number | null;

  @ApiProperty({
    example: { returns_1: 0.0268, alpha158_kmid: null },
    type: 'object',
    additionalProperties: { type: 'number', nullable: true },
    description: 'By name; null where a value is not known yet or not defined',
  })
  features: Record<string, number | null>;

  @ApiProperty({
    example: WARMUP_EXAMPLE,
    type: 'object',
    nullable: true,
    required: Object.keys(WARMUP_EXAMPLE),
    properties: {
      bars: { type: 'integer', description: 'Candles before as_of that went into it' },
      needed: { type: 'integer', description: 'Candles from which on all values are settled' },
      complete: { type: 'boolean', description: 'No value depends on where the candles begin' },
    },
    additionalProperties: false,
    description: 'Whether enough candles went into the values; null: they are not computed',
  })
  warmup: { bars: number; needed: number; complete: boolean } | null;

  @ApiProperty({
    example: false,
    type: Boolean,
    nullable: true,
    description:
      'A newer candle has closed, one that is in it was corrected, or the definitions have changed since',
  })
  stale: boolean | null;
}

export function toFeaturesRead(
  { symbol, interval }: FeaturesQuery,
  exchange: string | null,
  set: ServedFeatureSet | undefined,
): FeaturesRead {
  const named = { symbol, exchange, interval };
  if (!set) {
    const nothing = { as_of: null, computed_at: null, feature_version: null, features: {} };
    return { ...named, ...nothing, warmup: null, stale: null };
  }
  const { asOf, computedAt, featureVersion, features, warmupBars: bars, warmupNeeded: needed, isStale } = set;
  return {
    ...named,
    as_of: timeText(asOf),
    computed_at: timeText(computedAt),
    feature_version: featureVersion,
    features: inOrder(features),
    warmup: { bars, needed, complete: bars >= needed },
    stale: isStale,
  };
}

/** The database keeps names in an order of its own. */
function inOrder(features: ServedFeatureSet['features']): Record<string, number | null> {
  const known = FEATURES.filter(({ name }) => Object.hasOwn(features, name));
  return { ...Object.fromEntries(known.map(({ name }) => [name, features[name]])), ...features };
}

class FeatureDefinition {
  @ApiProperty({ example: 'returns_1', description: 'Name of the feature' })
  name: string;

  @ApiProperty({ example: 'close / previous close - 1.', description: 'Its formula' })
  summary: string;

  @ApiProperty({ example: 1, type: 'integer', description: 'Candles that pass before it is known' })
  lookback: number;

  @ApiProperty({
    example: 1,
    type: 'integer',
    description: 'Candles that pass before it no longer depends on where they begin, to 1e-9 of its size',
  })
  warmup: number;
}

export class FeatureDefinitionsRead {
  @ApiProperty({ example: 1, type: 'integer', description: 'Changes with the definitions' })
  feature_version: number;

  @ApiProperty({ example: 382, type: 'integer', description: 'Candles of the longest warm-up' })
  warmup: number;

  @ApiProperty({
    type: [FeatureDefinition],
    example: [{ name: 'returns_1', summary: 'close / previous close - 1.', lookback: 1, warmup: 1 }],
    description: 'The features, in their order',
  })
  features: FeatureDefinition[];
}

export function describeFeatures(): FeatureDefinitionsRead {
  return {
    feature_version: FEATURE_VERSION,
    warmup: FEATURE_WARMUP_BARS,
    features: FEATURES.map(({ name, summary, lookback, warmup }) => ({ name, summary, lookback, warmup })),
  };
}
