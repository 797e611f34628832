import { ApiProperty } from '@nestjs/swagger';
import type { EquityIngest } from '#domain/equities/equity-ingest.entity';
import { EQUITY_INTERVAL } from '#domain/equities/equity-series';
import type { TrackedSymbol } from '#domain/equities/equity-symbols';
import { INTERVALS } from '#engine/market/interval';
import { formatDateTime } from '#engine/market/parse-time';
import { timeText } from '../http/time-text';
import { EquityJob, toEquityJob } from './equities.dto';
import { SymbolProperty } from '../http/series-properties';

const TIME = { type: String, format: 'date-time', nullable: true } as const;
const COUNT = { type: 'integer' } as const;

const EQUITY_STATUSES = ['idle', 'running', 'degraded'] as const;

class EquityQueueRead {
  @ApiProperty({ example: 0, ...COUNT, description: 'Jobs that wait for a worker' })
  waiting: number;

  @ApiProperty({ example: 0, ...COUNT, description: 'Jobs that a worker is at' })
  active: number;

  @ApiProperty({ example: 0, ...COUNT, description: 'Jobs that wait for their time, or for one before them' })
  delayed: number;
}

class TrackedSymbolRead {
  @SymbolProperty()
  symbol: string;

  @ApiProperty({ example: EQUITY_INTERVAL, description: 'Of the candles', enum: INTERVALS })
  interval: string;

  @ApiProperty({ example: '2000-01-03T00:00:00Z', ...TIME, description: 'Open time of the first candle' })
  start: string | null;

  @ApiProperty({ example: '2020-04-17T00:00:00Z', ...TIME, description: 'Open time of the last candle' })
  end: string | null;

  @ApiProperty({ example: 5105, ...COUNT, description: 'Stored candles' })
  stored: number;

  @ApiProperty({ example: 0, ...COUNT, description: 'Sessions between the two that are not stored' })
  missing: number;

  @ApiProperty({
    example: 'yahoo knows no symbol SPX',
    type: String,
    nullable: true,
    description: 'Why the last attempt failed; null when it did not',
  })
  error: string | null;
}

export class EquityStatusRead {
  @ApiProperty({
    example: 'idle',
    enum: EQUITY_STATUSES,
    description: 'degraded: the last attempt of a tracked symbol failed',
  })
  status: string;

  @ApiProperty({
    type: EquityQueueRead,
    example: { waiting: 0, active: 0, delayed: 0 },
    description: 'Jobs in the queue',
  })
  queue: EquityQueueRead;

  @ApiProperty({
    type: EquityJob,
    nullable: true,
    description: 'The newest job; null before the first',
    example: {
      job_id: 7,
      status: 'completed',
      start_date: '2000-01-03',
      end_date: '2020-04-17',
      detail: '5105 sessions inserted, 0 updated',
      error: null,
      request_id: null,
      created_at: '2026-02-01T09:30:00Z',
      finished_at: '2026-02-01T09:30:02Z',
    },
  })
  last_job: EquityJob | null;

  @ApiProperty({
    type: [TrackedSymbolRead],
    description: 'In alphabetical order',
    example: [
      {
        symbol: 'SPX',
        interval: EQUITY_INTERVAL,
        stored: 5105,
        missing: 0,
        error: null,
        start: '2000-01-03T00:00:00Z',
        end: '2020-04-17T00:00:00Z',
      },
    ],
  })
  symbols: TrackedSymbolRead[];

  @ApiProperty({ example: '2026-02-01T09:30:02Z', ...TIME, description: 'When something of this changed' })
  updated_at: string | null;
}

interface EquityState {
  readonly queue: EquityStatusRead['queue'];
  readonly isRunning: boolean;
  /** The newest ingest. */
  readonly latest: EquityIngest | null;
  /** That submitted it, where it failed. */
  readonly requestId: string | null;
  readonly tracked: readonly TrackedSymbol[];
}

export function toEquityStatus({
  queue,
  isRunning,
  latest,
  requestId,
  tracked,
}: EquityState): EquityStatusRead {
  const hasFailed = tracked.some(({ lastError }) => lastError !== null);
  const changes = [latest?.createdAt, latest?.finishedAt, ...tracked.map(({ changedAt }) => changedAt)]
    .filter((time) => time instanceof Date)
    .map((time) => time.getTime());
  return {
    status: isRunning ? 'running' : hasFailed ? 'degraded' : 'idle',
    queue,
    last_job: latest && toEquityJob(latest, requestId),
    symbols: tracked.map(toTrackedSymbolRead),
    updated_at: changes.length > 0 ? formatDateTime(Math.max(...changes)) : null,
  };
}

function toTrackedSymbolRead(tracked: TrackedSymbol): TrackedSymbolRead {
  const { symbol, first, last, candles, missing, lastError } = tracked;
  return {
    symbol,
    interval: EQUITY_INTERVAL,
    start: timeText(first),
    end: timeText(last),
    stored: candles,
    missing,
    error: lastError,
  };
}
