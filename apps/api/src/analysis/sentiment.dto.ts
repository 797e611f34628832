import { ApiProperty } from '@nestjs/swagger';
import { type HeadlineSentiment, type Signal, SIGNALS } from '#engine/sentiment/aggregate-headlines';
import { timeText } from '../http/time-text';
import { DateTimeField, TextField } from '../http/validation/fields';

export class SentimentQuery {
  @TextField({
    description:
      'The symbol; headlines count that name its base (bitcoin, for BTC/USDT) or were stored for it',
    example: 'BTC/USDT',
    maximum: 128,
  })
  symbol: string;

  @DateTimeField({
    description: 'Reads the headlines of the 72 hours up to this time; now without',
    example: '2024-03-11T12:00:00Z',
    optional: true,
  })
  as_of?: Date;
}

export class SentimentResponse {
  @ApiProperty({ example: 'BTC/USDT', description: 'The symbol, as requested' })
  symbol: string;

  @ApiProperty({ description: 'From -1 to 1; 0 without headlines', example: 0.4215 })
  sentiment_score: number;

  @ApiProperty({ enum: SIGNALS, description: 'bullish from 0.05, bearish from -0.05', example: 'bullish' })
  signal: Signal;

  @ApiProperty({ type: 'integer', description: 'Headlines that count, each story once', example: 12 })
  headline_count: number;

  @ApiProperty({
    type: [String],
    description: 'Those that weigh the most, five at most',
    example: ['Bitcoin climbs to record high'],
  })
  sample_headlines: readonly string[];

  @ApiProperty({ format: 'date-time', example: '2024-03-11T12:00:00Z', description: 'When it was computed' })
  computed_at: string;
}

export function toSentiment(
  symbol: string,
  { score, signal, count, samples }: HeadlineSentiment,
  computedAt: Date,
) {
  return {
    symbol,
    sentiment_score: score,
    signal,
    headline_count: count,
    sample_headlines: samples,
    computed_at: timeText(computedAt),
  };
}
