import { ApiProperty } from '@nestjs/swagger';
import type { GapRepair } from '#domain/gaps/gap-repair.entity';
import {
  FailedRequestProperty,
  JobCreatedProperty,
  JobFinishedProperty,
  JobIdProperty,
  JobStatusProperty,
} from '../http/job-properties';
import { ExchangeProperty, IntervalProperty, SymbolProperty } from '../http/series-properties';
import { timeText } from '../http/time-text';
import { BooleanField } from '../http/validation/fields';
import { GapsRequest } from './gaps.dto';

const TIME = { type: String, format: 'date-time' } as const;

export class RepairRequest extends GapsRequest {
  @BooleanField({
    example: true,
    description: 'Requests again what counts as not traded (`no_trades`)',
    optional: true,
    default: false,
  })
  recheck = false;
}

export class GapRepairRead {
  @JobIdProperty()
  job_id: number;

  @JobStatusProperty()
  status: string;

  @ExchangeProperty('binance')
  exchange: string;

  @SymbolProperty('BTC/USDT')
  symbol: string;

  @IntervalProperty('1m')
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

  @ApiProperty({
    example: 3,
    type: 'integer',
    description: 'Candles that were requested from the exchange so far',
  })
  requested: number;

  @ApiProperty({ example: 0, type: 'integer', description: 'Candles that it had and that are stored now' })
  inserted: number;

  @ApiProperty({
    example: 0,
    type: 'integer',
    description:
      'Candles that it did not have at two attempts an hour or more apart, with some before and after',
  })
  no_trades: number;

  @ApiProperty({ example: 3, type: 'integer', description: 'Candles that are missing and may still come' })
  missing: number;

  @ApiProperty({
    example: 1,
    type: 'integer',
    description: 'Of the candles still missing, the ones in quarantine',
  })
  quarantined: number;

  @ApiProperty({
    example: 2,
    type: 'integer',
    description: 'Of the candles still missing, the ones that the exchange did not have at the first attempt',
  })
  empty_once: number;

  @ApiProperty({ example: false, description: 'Whether `no_trades` is requested again' })
  recheck: boolean;

  @ApiProperty({
    example:
      'candles are missing still: 3 that the exchange reported nothing around: its history does not reach there',
    type: String,
    nullable: true,
    description: 'Why it failed, or left candles missing',
  })
  error: string | null;

  @FailedRequestProperty()
  request_id: string | null;

  @JobCreatedProperty()
  created_at: string;

  @JobFinishedProperty()
  finished_at: string | null;
}

export function toGapRepairRead(repair: GapRepair, requestId: string | null = null): GapRepairRead {
  const { id, status, exchange, symbol, interval, requested, repaired, quarantined, recheck } = repair;
  return {
    job_id: id,
    status,
    exchange,
    symbol,
    interval,
    start: timeText(repair.startTime),
    end: timeText(repair.endTime),
    requested,
    inserted: repaired,
    no_trades: repair.noTrades,
    missing: repair.stillMissing,
    quarantined,
    empty_once: repair.emptyOnce,
    recheck,
    error: repair.lastError,
    request_id: requestId,
    created_at: timeText(repair.createdAt),
    finished_at: timeText(repair.finishedAt),
  };
}
