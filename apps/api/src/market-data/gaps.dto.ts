import { ApiProperty } from '@nestjs/swagger';
import type { GapRepair } from '#domain/gaps/gap-repair.entity';
import { CERTAIN_ATTEMPTS, type Gap, type GapsOfSeries } from '#domain/gaps/series-gaps';
import { JOB_ROW_STATUSES } from '#domain/job-rows/job-row';
import type { Series } from '#domain/market-data/series.entity';
import { CALENDARS } from '#engine/market/calendar';
import { INTERVALS } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';
import { DateTimeField } from '../http/validation/fields';
import { SeriesNameDto } from './series-name.dto';

const TIME = { type: String, format: 'date-time' } as const;
const GAP = {
  first: '2024-01-07T03:12:00Z',
  last: '2024-01-07T03:14:00Z',
  missing: 3,
  kind: 'no_trades',
  attempts: 2,
} as const;
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

class GapRead {
  @ApiProperty({ example: GAP.first, ...TIME, description: 'Open time of the first missing candle' })
  first: string;

  @ApiProperty({ example: GAP.last, ...TIME, description: 'Open time of the last missing candle' })
  last: string;

  @ApiProperty({ example: GAP.missing, type: 'integer' })
  missing: number;

  @ApiProperty({
    example: GAP.kind,
    enum: GAP_KINDS,
    description: 'no_trades: the exchange was asked and had none either, with candles before and behind',
  })
  kind: string;

  @ApiProperty({
    example: GAP.attempts,
    type: 'integer',
    description: 'How often the exchange was asked in vain',
  })
  attempts: number;
}

export class GapsRead {
  @ApiProperty({ example: 'binance' })
  exchange: string;

  @ApiProperty({ example: 'BTC/USDT' })
  symbol: string;

  @ApiProperty({ enum: INTERVALS, example: '1m' })
  interval: string;

  @ApiProperty({ example: '24x7', enum: CALENDARS })
  calendar: string;

  @ApiProperty({
    example: '2024-01-01T00:00:00Z',
    ...TIME,
    nullable: true,
    description: 'null: nothing is stored',
  })
  start: string | null;

  @ApiProperty({ example: '2024-01-31T23:59:00Z', ...TIME, nullable: true })
  end: string | null;

  @ApiProperty({ example: 44_640, type: 'integer', description: 'Candles that the calendar asks for' })
  expected: number;

  @ApiProperty({ example: 44_637, type: 'integer', description: 'Stored candles' })
  stored: number;

  @ApiProperty({ example: 3, type: 'integer' })
  missing: number;

  @ApiProperty({ example: [GAP], type: [GapRead], description: 'Oldest first' })
  gaps: GapRead[];

  @ApiProperty({ example: false, description: 'There are more gaps than those listed' })
  truncated: boolean;
}

export function toGapsRead(
  { exchange, symbol, interval, calendar }: Series,
  range: { from: number; to: number } | undefined,
  { expected, stored, missing, gaps, truncated }: GapsOfSeries,
): GapsRead {
  return {
    ...{ exchange, symbol, interval, calendar },
    start: range ? formatDateTime(range.from) : null,
    end: range ? formatDateTime(range.to - 1) : null,
    ...{ expected, stored, missing, gaps: gaps.map(toGapRead), truncated },
  };
}

function toGapRead({ first, last, missing, attempts }: Gap): GapRead {
  return {
    ...{ first: formatDateTime(first), last: formatDateTime(last), missing },
    kind: GAP_KINDS[attempts >= CERTAIN_ATTEMPTS ? 1 : 0],
    attempts,
  };
}

export class GapRepairRead {
  @ApiProperty({ example: 7, type: 'integer' })
  job_id: number;

  @ApiProperty({ example: 'completed', enum: JOB_ROW_STATUSES })
  status: string;

  @ApiProperty({ example: 'binance' })
  exchange: string;

  @ApiProperty({ example: 'BTC/USDT' })
  symbol: string;

  @ApiProperty({ enum: INTERVALS, example: '1m' })
  interval: string;

  @ApiProperty({
    example: '2024-01-01T00:00:00Z',
    ...TIME,
    nullable: true,
    description: 'null: from the first stored candle',
  })
  start: string | null;

  @ApiProperty({
    example: '2024-01-31T23:59:00Z',
    ...TIME,
    nullable: true,
    description: 'null: to the last stored candle',
  })
  end: string | null;

  @ApiProperty({ example: 3, type: 'integer', description: 'Candles that the exchange was asked for so far' })
  asked: number;

  @ApiProperty({ example: 0, type: 'integer', description: 'Candles that it had and that are stored now' })
  repaired: number;

  @ApiProperty({
    example: 0,
    type: 'integer',
    description: 'Candles that it did not have, with some before and behind',
  })
  no_trades: number;

  @ApiProperty({ example: 3, type: 'integer', description: 'Candles that are missing as before' })
  still_missing: number;

  @ApiProperty({
    example: 'candles are missing still, because the exchange told nothing of the time around them',
    type: String,
    nullable: true,
    description: 'Why it failed, or left candles missing',
  })
  last_error: string | null;

  @ApiProperty({ example: '2024-02-01T09:30:00Z', ...TIME })
  created_at: string;

  @ApiProperty({ example: '2024-02-01T09:30:02Z', ...TIME, nullable: true })
  finished_at: string | null;
}

export function toGapRepairRead(repair: GapRepair): GapRepairRead {
  const { id, status, exchange, symbol, interval, asked, repaired, noTrades, stillMissing } = repair;
  const text = (time: Date | null) => time && formatDateTime(time.getTime());
  return {
    ...{ job_id: id, status, exchange, symbol, interval },
    start: text(repair.startTime),
    end: text(repair.endTime),
    ...{ asked, repaired, no_trades: noTrades, still_missing: stillMissing, last_error: repair.lastError },
    created_at: formatDateTime(repair.createdAt.getTime()),
    finished_at: text(repair.finishedAt),
  };
}
