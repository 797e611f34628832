import { ApiProperty } from '@nestjs/swagger';
import type { QuarantinedInGap } from '#domain/gaps/quarantined-in-gaps';
import { CERTAIN_ATTEMPTS, type Gap, type GapsOfSeries } from '#domain/gaps/series-gaps';
import type { Series } from '#domain/market-data/series/series.entity';
import { CALENDARS } from '#engine/calendar/calendar';
import { formatDateTime } from '#engine/market/parse-time';
import { ExchangeProperty, IntervalProperty, SymbolProperty } from '../http/series-properties';
import { timeText } from '../http/time-text';
import { DateTimeField } from '../http/validation/fields';
import { SeriesNameDto } from './series-name.dto';

const TIME = { type: String, format: 'date-time' } as const;
const QUARANTINED = {
  id: 12,
  open_time: '2024-01-07T03:13:00Z',
  reason: 'high must not be below close (84000.00)',
};
const GAP = {
  start: '2024-01-07T03:12:00Z',
  end: '2024-01-07T03:14:00Z',
  missing: 3,
  kind: 'missing',
  attempts: 1,
  first_empty_at: '2024-02-01T09:30:01Z',
  last_empty_at: '2024-02-01T09:30:01Z',
  quarantined: [QUARANTINED],
  detail: '1 in quarantine: POST market-data/quarantine/{id}/release stores a candle',
};
const GAP_KINDS = ['missing', 'no_trades'] as const;

/** A series, and a part of it if not all. */
export class GapsRequest extends SeriesNameDto {
  @DateTimeField({
    example: '2024-01-01T00:00:00Z',
    description: 'First open time, inclusive; without it the first stored candle',
    optional: true,
  })
  start?: Date;

  @DateTimeField({
    example: '2024-01-31T23:59:00Z',
    description: 'Last open time, inclusive; without it the last stored candle',
    optional: true,
  })
  end?: Date;
}

class QuarantinedInGapRead {
  @ApiProperty({
    example: QUARANTINED.id,
    type: 'integer',
    description: '`POST market-data/quarantine/{id}/release` stores the candle',
  })
  id: number;

  @ApiProperty({ example: QUARANTINED.open_time, ...TIME, description: 'Open time of the candle' })
  open_time: string;

  @ApiProperty({ example: QUARANTINED.reason, description: 'Why it is not stored' })
  reason: string;
}

class GapRead {
  @ApiProperty({ example: GAP.start, ...TIME, description: 'Open time of the first missing candle' })
  start: string;

  @ApiProperty({ example: GAP.end, ...TIME, description: 'Open time of the last missing candle' })
  end: string;

  @ApiProperty({ example: GAP.missing, type: 'integer', description: 'Candles in the gap' })
  missing: number;

  @ApiProperty({
    example: GAP.kind,
    enum: GAP_KINDS,
    description:
      'no_trades: the exchange had none either at two attempts an hour or more apart, with candles before and after',
  })
  kind: string;

  @ApiProperty({
    example: GAP.attempts,
    type: 'integer',
    description: 'Attempts, an hour or more apart, at which the exchange had none; counted up to 2',
  })
  attempts: number;

  @ApiProperty({
    example: GAP.first_empty_at,
    ...TIME,
    nullable: true,
    description: 'When the exchange first had none; null: it was never requested, or reported nothing around',
  })
  first_empty_at: string | null;

  @ApiProperty({ example: GAP.last_empty_at, ...TIME, nullable: true, description: 'When it last had none' })
  last_empty_at: string | null;

  @ApiProperty({
    example: GAP.quarantined,
    type: [QuarantinedInGapRead],
    description: 'Candles of the gap that are in quarantine: of all gaps the first 1,000',
  })
  quarantined: QuarantinedInGapRead[];

  @ApiProperty({
    example: GAP.detail,
    type: String,
    nullable: true,
    description: 'What is known of a gap of kind `missing`, and what can be done about it',
  })
  detail: string | null;
}

export class GapsRead {
  @ExchangeProperty('binance')
  exchange: string;

  @SymbolProperty('BTC/USDT')
  symbol: string;

  @IntervalProperty('1m')
  interval: string;

  @ApiProperty({ example: '24x7', enum: CALENDARS, description: 'When the series trades' })
  calendar: string;

  @ApiProperty({
    example: '2024-01-01T00:00:00Z',
    ...TIME,
    nullable: true,
    description: 'null: nothing is stored',
  })
  start: string | null;

  @ApiProperty({
    example: '2024-01-31T23:59:00Z',
    ...TIME,
    nullable: true,
    description: 'Open time of the last candle of the range; null: nothing is stored',
  })
  end: string | null;

  @ApiProperty({ example: 44_640, type: 'integer', description: 'Candles that the calendar expects' })
  expected: number;

  @ApiProperty({ example: 44_637, type: 'integer', description: 'Stored candles' })
  stored: number;

  @ApiProperty({ example: 3, type: 'integer', description: 'Candles that are expected and not stored' })
  missing: number;

  @ApiProperty({ example: [GAP], type: [GapRead], description: 'Gaps, oldest first' })
  gaps: GapRead[];

  @ApiProperty({ example: false, description: 'There are more gaps than those listed' })
  truncated: boolean;
}

export function toGapsRead(
  { exchange, symbol, interval, calendar }: Series,
  range: { from: number; to: number } | undefined,
  { expected, stored, missing, gaps, truncated }: GapsOfSeries,
  quarantined: readonly QuarantinedInGap<Gap>[],
): GapsRead {
  return {
    exchange,
    symbol,
    interval,
    calendar,
    start: range ? formatDateTime(range.from) : null,
    end: range ? formatDateTime(range.to - 1) : null,
    expected,
    stored,
    missing,
    truncated,
    gaps: gaps.map((gap) => {
      return toGapRead(
        gap,
        quarantined.filter((entry) => entry.gap === gap),
      );
    }),
  };
}

function toGapRead(gap: Gap, quarantined: readonly QuarantinedInGap<Gap>[]): GapRead {
  const { first, last, missing, attempts, firstEmptyAt, lastEmptyAt } = gap;
  const isCertain = attempts >= CERTAIN_ATTEMPTS;
  return {
    start: formatDateTime(first),
    end: formatDateTime(last),
    missing,
    kind: GAP_KINDS[isCertain ? 1 : 0],
    attempts,
    first_empty_at: timeText(firstEmptyAt),
    last_empty_at: timeText(lastEmptyAt),
    quarantined: quarantined.map(({ id, openTime, reason }) => {
      return { id, open_time: timeText(openTime), reason };
    }),
    detail: detailOf(gap, quarantined.length),
  };
}

function detailOf({ attempts }: Gap, quarantined: number): string | null {
  const sentences = [
    quarantined > 0 &&
      `${quarantined} in quarantine: POST market-data/quarantine/{id}/release stores a candle`,
    attempts > 0 &&
      attempts < CERTAIN_ATTEMPTS &&
      'the exchange had no trades there at the first attempt; certain after a second attempt at least an hour later',
  ].filter((sentence) => sentence !== false);
  return sentences.length > 0 ? sentences.join('; ') : null;
}
