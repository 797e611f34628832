import { ApiProperty } from '@nestjs/swagger';
import type { FeaturePrecompute } from '#domain/features/feature-precompute.entity';
import { type Interval, INTERVALS } from '#engine/market/interval';
import {
  FailedRequestProperty,
  JobCreatedProperty,
  JobFinishedProperty,
  JobIdProperty,
  JobStatusProperty,
} from '../http/job-properties';
import { timeText } from '../http/time-text';
import { IntervalField, TextField } from '../http/validation/fields';
import { FEATURE_EXCHANGE, FEATURE_SYMBOL } from './features.dto';

export class PrecomputeFeaturesDto {
  @TextField({
    ...FEATURE_SYMBOL,
    description: `${FEATURE_SYMBOL.description}; without it every stored series`,
    optional: true,
  })
  symbol?: string;

  @IntervalField({ optional: true })
  interval?: Interval;

  @TextField({
    ...FEATURE_EXCHANGE,
    description: `${FEATURE_EXCHANGE.description}; without a symbol, every exchange`,
  })
  exchange?: string;
}

export class FeaturePrecomputeRead {
  @JobIdProperty()
  job_id: number;

  @JobStatusProperty()
  status: string;

  @ApiProperty({ example: 'us', type: String, nullable: true, description: 'null: every exchange' })
  exchange: string | null;

  @ApiProperty({ example: 'SPX', type: String, nullable: true, description: 'null: every stored series' })
  symbol: string | null;

  @ApiProperty({
    example: '1d',
    type: String,
    enum: [...INTERVALS, null],
    nullable: true,
    description: 'null: every stored interval',
  })
  interval: string | null;

  @ApiProperty({ example: 1, type: 'integer', description: 'Series whose features are computed' })
  computed: number;

  @ApiProperty({ example: 0, type: 'integer', description: 'Series without a closed candle' })
  without_candles: number;

  @ApiProperty({
    example: 0,
    type: 'integer',
    nullable: true,
    description: 'Series that are not computed yet; null until the job runs',
  })
  remaining: number | null;

  @ApiProperty({
    type: [String],
    description: 'What a caller should know of the candles',
    example: ['no 1d candles of SPX are stored on us: they were aggregated from 1h candles'],
  })
  warnings: string[];

  @ApiProperty({
    example: 'no candles of SPX are stored',
    type: String,
    nullable: true,
    description: 'Why it failed',
  })
  error: string | null;

  @FailedRequestProperty()
  request_id: string | null;

  @JobCreatedProperty()
  created_at: string;

  @JobFinishedProperty()
  finished_at: string | null;
}

export function toFeaturePrecomputeRead(
  precompute: FeaturePrecompute,
  requestId: string | null = null,
): FeaturePrecomputeRead {
  const { id, status, exchange, symbol, interval, computed, withoutCandles, remaining, warnings } =
    precompute;
  return {
    job_id: id,
    status,
    exchange,
    symbol,
    interval,
    computed,
    without_candles: withoutCandles,
    remaining,
    warnings,
    error: precompute.lastError,
    request_id: requestId,
    created_at: timeText(precompute.createdAt),
    finished_at: timeText(precompute.finishedAt),
  };
}
