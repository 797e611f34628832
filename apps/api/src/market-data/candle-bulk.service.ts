import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { CandleLoads } from '#domain/events/candle-loads';
import { CandleIngest } from '#domain/market-data/ingest/candle-ingest';
import { SeriesCalendars } from '#domain/market-data/series/series-calendars';
import { isBlankLine, readTextLines } from '#platform/text/read-text-lines';
import { ApiError } from '../http/api-error';
import { toUploadAnswer } from '../http/uploads/refused-lines';
import type { UploadBody } from '../http/uploads/upload-body';
import { CandleBulkBatch, CandleBulkTally, type LineContent, type StoredBatch } from './candle-bulk-batch';
import { type BULK_FORMATS, lineReader, type ReadLine } from './candle-bulk-lines';
import type { CandleBulkQuery, CandleBulkResult } from './candle-bulk.dto';

const LONGEST_LINE_BYTES = 16 * 1024;
/** Large enough that committing costs little, small enough that a batch is stored in a fraction of a second. */
const LINES_AT_A_TIME = 20_000;

@Injectable()
export class CandleBulkService {
  constructor(
    private readonly ingest: CandleIngest,
    private readonly calendars: SeriesCalendars,
    private readonly loads: CandleLoads,
  ) {}

  /**
   * Stores the lines of a body of any length while it comes in: the next batch is read while one is stored, and no more of
   * the body is taken than that. What was read whole is stored however this ends.
   */
  async store(
    { format, chunks }: UploadBody<typeof BULK_FORMATS>,
    { allow_outlier: allowOutliers, ...given }: CandleBulkQuery,
  ): Promise<CandleBulkResult> {
    const readLine = lineReader(format, given);
    // One event for each series, where it takes more than one commit.
    let loadId: string | undefined;
    const storing = new BatchQueue(async (batch) => ({
      results: await this.ingest.ingestSeveral(batch.series, {
        allowOutliers,
        loadId: (loadId ??= batch.size === LINES_AT_A_TIME ? randomUUID() : undefined),
      }),
      calendarOf: await this.calendars.of(batch.series.map(({ name }) => name)),
    }));
    let failure: unknown;
    try {
      await this.readLines(chunks, readLine, storing);
    } catch (error) {
      failure = error;
    }
    await storing.finish().catch((error: unknown) => (failure = error));
    if (loadId !== undefined) await this.loads.finish(loadId).catch((error: unknown) => (failure ??= error));
    if (failure !== undefined) throw toUploadAnswer(failure, storing.tally.describe());
    const result = storing.tally.toResult();
    if (result.received > 0) return result;
    throw new ApiError({ status: 422, detail: 'The body holds no candles', code: 'INVALID_PARAMETER' });
  }

  private async readLines(
    chunks: AsyncIterable<Buffer>,
    readLine: ReadLine,
    storing: BatchQueue,
  ): Promise<void> {
    const blocks = readTextLines(chunks, { longestLineBytes: LONGEST_LINE_BYTES });
    for await (const { firstLine, lines } of blocks) {
      for (let index = 0; index < lines.length; index++) {
        const line = lines[index];
        if (isBlankLine(line)) continue;
        const content = typeof line === 'string' ? readLine(line) : [{ field: 'line', message: line.fault }];
        if (!content) continue;
        storing.add(firstLine + index, content);
        if (storing.batch.size === LINES_AT_A_TIME) await storing.next();
      }
    }
  }
}

/** Stores one batch after the other, the one while the next is filled. */
class BatchQueue {
  batch = new CandleBulkBatch();
  readonly tally = new CandleBulkTally();
  private underWay = Promise.resolve();
  private refusedUnderWay = 0;

  constructor(private readonly store: (batch: CandleBulkBatch) => Promise<StoredBatch>) {}

  add(line: number, content: LineContent): void {
    this.batch.add(line, content);
    if ('length' in content) this.tally.checkRefused(this.batch.refused.length + this.refusedUnderWay);
  }

  /** Waits for the batch before this one. */
  async next(): Promise<void> {
    await this.underWay;
    const full = this.batch;
    this.batch = new CandleBulkBatch();
    this.refusedUnderWay = full.refused.length;
    this.underWay = this.store(full).then((stored) => {
      this.refusedUnderWay = 0;
      this.tally.count(full, stored);
    });
    // Whoever waits for it next gets its failure.
    this.underWay.catch(() => undefined);
  }

  async finish(): Promise<void> {
    if (this.batch.size > 0) await this.next();
    await this.underWay;
  }
}
