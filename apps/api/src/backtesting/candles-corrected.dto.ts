import type { Corrections } from '#domain/market-data/revisions/candle-corrections';
import { CountAnswer, FlagAnswer, TimeAnswer } from '../http/answer-fields';
import { timeText } from '../http/time-text';

/** Candles that a run used and that are others now. */
export class CandlesCorrectedSince {
  @CountAnswer('candles', {
    description:
      'Candles of the run, of a portfolio those of all members, warm-up included, that were corrected after it',
    example: 2,
  })
  count: number;

  @TimeAnswer({
    description: 'Open time of the first corrected candle; null where there is none',
    example: '2005-06-01T00:00:00Z',
    nullable: true,
  })
  start: string | null;

  @TimeAnswer({
    description: 'Open time of the last corrected candle; null where there is none',
    example: '2005-06-03T00:00:00Z',
    nullable: true,
  })
  end: string | null;

  @TimeAnswer({
    description: 'When one of them was corrected last; null where there is none',
    example: '2026-11-22T14:03:11.532Z',
    nullable: true,
  })
  corrected_at: string | null;

  @FlagAnswer({
    description: 'Whether there were more than 1,000 changes; the fields above are then of the first ones',
    example: false,
  })
  truncated: boolean;
}

export function toCandlesCorrectedSince({
  count,
  start,
  end,
  correctedAt,
  truncated,
}: Corrections): CandlesCorrectedSince {
  return {
    count,
    start: timeText(start),
    end: timeText(end),
    corrected_at: timeText(correctedAt),
    truncated,
  };
}

/** Among a report's warnings: that it is not what a run would give now. */
export function correctionWarnings(corrected: CandlesCorrectedSince | null): string[] {
  if (!corrected || corrected.count === 0) return [];
  const { count, start, end, truncated } = corrected;
  const counted = truncated ? `${count} or more` : count;
  return [`candles corrected since: ${counted}, from ${start} to ${end}; verify compares with today's`];
}
