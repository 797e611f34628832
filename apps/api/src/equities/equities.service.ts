import { Injectable } from '@nestjs/common';
import { EquityIngestSymbols } from '#domain/equities/equity-ingest-symbols';
import { EquityIngests } from '#domain/equities/equity-ingests';
import { EquitySymbols } from '#domain/equities/equity-symbols';
import type { Submitter } from '#domain/job-runs/job-runs';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { formatDate, parseDate } from '#engine/market/parse-time';
import type { FieldProblem } from '#engine/market/validate-candle';
import { present, unprocessable } from '../http/api-error';
import type { IdempotencyKey } from '../http/idempotency/idempotency-key';
import { JobSubmissions } from '../http/idempotency/job-submissions';
import {
  type EquityIngestAccepted,
  type EquityIngestRead,
  type IngestEquitiesDto,
  toEquityIngestAccepted,
  toEquityIngestRead,
} from './equities.dto';

const DEFAULT_DAYS = 365;
/** The calendar of sessions begins here. */
const FIRST_DATE = '1970-01-01';

/** Adds equity ingests to the queue, and reads how far they are. */
@Injectable()
export class EquitiesService {
  constructor(
    private readonly ingests: EquityIngests,
    private readonly ingestSymbols: EquityIngestSymbols,
    private readonly symbols: EquitySymbols,
    private readonly submissions: JobSubmissions,
  ) {}

  ingest(
    request: IngestEquitiesDto,
    submitter: Submitter,
    key: IdempotencyKey | undefined,
  ): Promise<EquityIngestAccepted> {
    return this.submissions.submit('equity-backfill', { submitter, key }, async () => {
      const range = await this.requestedRange(request);
      return async (manager) => {
        const { id } = await this.ingests.request(manager, range);
        return { subject: id, answer: toEquityIngestAccepted(id, range) };
      };
    });
  }

  async find(id: number): Promise<EquityIngestRead> {
    const ingest = present(await this.ingests.find(id), 'equity ingest', id);
    const requestId = await this.submissions.requestOfFailed('equity-backfill', ingest);
    return toEquityIngestRead(ingest, await this.ingestSymbols.list(id), requestId);
  }

  private async requestedRange(request: IngestEquitiesDto) {
    const range = rangeOf(request, formatDate(Date.now()));
    const symbols = request.symbols ?? (await this.symbols.names());
    if (symbols.length === 0) {
      throw unprocessable(
        [{ field: 'symbols', message: 'is required: no symbol is tracked' }],
        'MISSING_PARAMETER',
      );
    }
    return { symbols, ...range };
  }
}

function rangeOf({ start_date, end_date }: IngestEquitiesDto, today: string) {
  const endDate = end_date ?? today;
  const startDate = start_date ?? daysBefore(endDate, DEFAULT_DAYS);
  const problems: FieldProblem[] = [];
  for (const [field, date] of [
    ['start_date', startDate],
    ['end_date', endDate],
  ] as const) {
    if (date > today) problems.push({ field, message: `must not be after today (${today}, UTC)` });
    if (date < FIRST_DATE) problems.push({ field, message: `must not be before ${FIRST_DATE}` });
  }
  if (problems.length === 0 && startDate > endDate) {
    problems.push({ field: 'start_date', message: 'must not be after end_date' });
  }
  if (problems.length > 0) throw unprocessable(problems, 'INVALID_DATE_RANGE');
  return { startDate, endDate };
}

/** The first day that there are sessions of, where the days reach before it. */
function daysBefore(date: string, days: number): string {
  return formatDate(Math.max(parseDate(FIRST_DATE)!, parseDate(date)! - days * DAY_MILLISECONDS));
}
