import { ApiProperty } from '@nestjs/swagger';
import type { EquityIngestSymbol } from '#domain/equities/equity-ingest-symbol.entity';
import type { EquityIngest } from '#domain/equities/equity-ingest.entity';
import { JOB_STATUSES } from '#domain/job-runs/job-status';
import { TICKER, TICKER_RULE } from '#sources/equities/ticker';
import {
  FailedRequestProperty,
  JobCreatedProperty,
  JobFinishedProperty,
  JobIdProperty,
  JobStatusProperty,
} from '../http/job-properties';
import { SymbolProperty } from '../http/series-properties';
import { timeText } from '../http/time-text';
import { field } from '../http/validation/field';
import { DateField } from '../http/validation/fields';

const MOST_SYMBOLS = 500;
const DATE = { type: String, format: 'date' } as const;
const COUNT = { type: 'integer' } as const;
const SENTENCE = { type: String, nullable: true } as const;

const SYMBOLS = {
  rule: `must be a list of 1 to ${MOST_SYMBOLS} symbols of ${TICKER_RULE}`,
  /** Without blanks around them, each once. What no provider has would be tracked for ever. */
  read: (value: unknown) => {
    if (!Array.isArray(value)) return undefined;
    const symbols = value.map((item: unknown) => (typeof item === 'string' ? item.trim() : ''));
    const distinct = [...new Set(symbols)];
    const isInBounds = distinct.length > 0 && distinct.length <= MOST_SYMBOLS;
    return isInBounds && distinct.every((symbol) => TICKER.test(symbol)) ? distinct : undefined;
  },
  schema: {
    type: 'array',
    items: { type: 'string', pattern: TICKER.source },
    minItems: 1,
    maxItems: MOST_SYMBOLS,
  },
} as const;

export class IngestEquitiesDto {
  @field(
    { ...SYMBOLS, schema: { ...SYMBOLS.schema } },
    { description: 'Without it, the tracked ones: those requested before', example: ['SPX'], optional: true },
  )
  symbols?: string[];

  @DateField({
    description: 'First session, from 1970-01-01 on; without it 365 days before the end',
    example: '2000-01-03',
    optional: true,
  })
  start_date?: string;

  @DateField({
    description: 'Last session, not after today (UTC); without it today',
    example: '2020-04-17',
    optional: true,
  })
  end_date?: string;
}

export class EquityIngestAccepted {
  @JobIdProperty()
  job_id: number;

  @ApiProperty({ example: 'pending', enum: ['pending'], description: 'State of the job' })
  status: string;

  @ApiProperty({ example: ['SPX'], type: [String], description: 'Symbols of the job' })
  symbols: readonly string[];

  @ApiProperty({ example: '2000-01-03', ...DATE, description: 'First session, inclusive' })
  start_date: string;

  @ApiProperty({ example: '2020-04-17', ...DATE, description: 'Last session, inclusive' })
  end_date: string;
}

export class EquityJob {
  @JobIdProperty()
  job_id: number;

  @JobStatusProperty()
  status: string;

  @ApiProperty({ example: '2000-01-03', ...DATE, description: 'First session, inclusive' })
  start_date: string;

  @ApiProperty({ example: '2020-04-17', ...DATE, description: 'Last session, inclusive' })
  end_date: string;

  @ApiProperty({ example: '5105 sessions inserted, 0 updated', ...SENTENCE, description: 'Outcome' })
  detail: string | null;

  @ApiProperty({
    example: 'AAPL: Yahoo knows no such symbol',
    ...SENTENCE,
    description: 'Why it failed, or why it waits: the first of the symbols that failed',
  })
  error: string | null;

  @FailedRequestProperty()
  request_id: string | null;

  @JobCreatedProperty('2026-02-01T09:30:00Z')
  created_at: string;

  @JobFinishedProperty('2026-02-01T09:30:02Z')
  finished_at: string | null;
}

class EquitySymbolOutcome {
  @SymbolProperty()
  symbol: string;

  @ApiProperty({ example: 'completed', enum: JOB_STATUSES, description: 'State of the symbol in the job' })
  status: string;

  @ApiProperty({
    example: 5105,
    ...COUNT,
    description:
      'Sessions of the range that had closed: those stored before, inserted, refused, missing and before_listing together',
  })
  expected: number;

  @ApiProperty({ example: 5105, ...COUNT, description: 'Sessions that were requested from the provider' })
  requested: number;

  @ApiProperty({ example: 5105, ...COUNT, description: 'Candles that were stored' })
  inserted: number;

  @ApiProperty({ example: 0, ...COUNT, description: 'Stored candles that got the prices after a split' })
  updated: number;

  @ApiProperty({
    example: 0,
    ...COUNT,
    description: 'Candles of the provider that broke a rule; they are in quarantine',
  })
  refused: number;

  @ApiProperty({ example: 0, ...COUNT, description: 'Sessions that the provider lacks or failed to return' })
  missing: number;

  @ApiProperty({ example: 0, ...COUNT, description: 'Sessions before the first that the provider has' })
  before_listing: number;

  @ApiProperty({
    example: '5105 sessions inserted, 0 updated',
    ...SENTENCE,
    description: 'Outcome; null: not yet',
  })
  detail: string | null;

  @ApiProperty({ example: 'Yahoo knows no such symbol', ...SENTENCE, description: 'Why it failed' })
  error: string | null;
}

export class EquityIngestRead extends EquityJob {
  @ApiProperty({
    type: [EquitySymbolOutcome],
    description: 'In alphabetical order',
    example: [
      {
        symbol: 'SPX',
        status: 'completed',
        expected: 5105,
        requested: 5105,
        inserted: 5105,
        updated: 0,
        refused: 0,
        missing: 0,
        before_listing: 0,
        detail: '5105 sessions inserted, 0 updated',
        error: null,
      },
    ],
  })
  symbols: EquitySymbolOutcome[];
}

export function toEquityIngestAccepted(
  jobId: number,
  request: { readonly symbols: readonly string[]; readonly startDate: string; readonly endDate: string },
): EquityIngestAccepted {
  const { symbols, startDate, endDate } = request;
  return { job_id: jobId, status: 'pending', symbols, start_date: startDate, end_date: endDate };
}

export function toEquityJob(ingest: EquityIngest, requestId: string | null): EquityJob {
  const { id, status, startDate, endDate, detail, lastError, createdAt, finishedAt } = ingest;
  return {
    job_id: id,
    status,
    start_date: startDate,
    end_date: endDate,
    detail,
    error: lastError,
    request_id: requestId,
    created_at: timeText(createdAt),
    finished_at: timeText(finishedAt),
  };
}

export function toEquityIngestRead(
  ingest: EquityIngest,
  symbols: readonly EquityIngestSymbol[],
  requestId: string | null,
): EquityIngestRead {
  return Object.assign(toEquityJob(ingest, requestId), { symbols: symbols.map(toOutcome) });
}

function toOutcome(row: EquityIngestSymbol): EquitySymbolOutcome {
  const { symbol, status, sessions, requested, quarantined, detail } = row;
  return {
    symbol,
    status,
    expected: sessions,
    requested,
    inserted: row.inserted,
    updated: row.updated,
    refused: quarantined,
    missing: row.stillMissing,
    before_listing: row.beforeListing,
    detail,
    error: row.lastError,
  };
}
