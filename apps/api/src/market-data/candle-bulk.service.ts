import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CandleIngest, type IngestResult } from '#domain/market-data/candle-ingest';
import { Shutdown } from '#platform/shutdown/shutdown';
import { type LineBlock, readTextLines } from '#platform/text/read-text-lines';
import { ApiError } from '../http/api-error';
import { isUnavailable } from '../http/unavailable';
import { CandleBulkBatch, CandleBulkTally } from './candle-bulk-batch';
import { BrokenBody, openBulkBody } from './candle-bulk-body';
import { lineReader, type ReadLine } from './candle-bulk-lines';
import type { CandleBulkQuery, CandleBulkResult } from './candle-bulk.dto';

const LONGEST_LINE_BYTES = 16 * 1024;
/** Large enough that committing costs little, small enough that a batch is stored in a fraction of a second. */
const LINES_AT_A_TIME = 20_000;

@Injectable()
export class CandleBulkService {
  constructor(
    private readonly ingest: CandleIngest,
    private readonly shutdown: Shutdown,
  ) {}

  /**
   * Stores the lines of a body of any length while it comes in: the next batch is read while one is stored, and no more of
   * the body is taken than that. What came whole is stored however this ends.
   */
  async store(
    request: Request,
    { allow_outlier: allowOutliers, ...given }: CandleBulkQuery,
  ): Promise<CandleBulkResult> {
    const { format, chunks } = openBulkBody(request);
    const readLine = lineReader(format, given);
    const storing = new BatchesInTurn((batch) => this.ingest.ingestSeveral(batch.series, { allowOutliers }));
    let failure: unknown;
    try {
      await this.readLines(chunks, readLine, storing);
    } catch (error) {
      failure = error;
    }
    await storing.finish().catch((error: unknown) => (failure = error));
    // What is left of the body is not wanted; unread it would block the connection.
    request.resume();
    if (failure !== undefined) throw toAnswer(failure, request, storing.tally.lastLine);
    const result = storing.tally.toResult();
    if (result.received > 0) return result;
    throw new ApiError({ status: 422, detail: 'The body holds no candles', code: 'INVALID_PARAMETER' });
  }

  private async readLines(
    chunks: AsyncIterable<Buffer>,
    readLine: ReadLine,
    storing: BatchesInTurn,
  ): Promise<void> {
    const blocks = readTextLines(chunks, { longestLineBytes: LONGEST_LINE_BYTES });
    for await (const { firstLine, lines } of blocks) {
      if (this.shutdown.draining) throw SHUTTING_DOWN;
      for (const [index, line] of lines.entries()) {
        if (isBlank(line)) continue;
        const content = typeof line === 'string' ? readLine(line) : [{ field: 'line', message: line.fault }];
        if (!content) continue;
        storing.batch.add(firstLine + index, content);
        if (storing.batch.size === LINES_AT_A_TIME) await storing.next();
      }
    }
  }
}

function isBlank(line: LineBlock['lines'][number]): boolean {
  return typeof line === 'string' && (line === '' || (line.startsWith(' ') && line.trim() === ''));
}

/** Stores one batch after the other, the one while the next is filled. */
class BatchesInTurn {
  batch = new CandleBulkBatch();
  readonly tally = new CandleBulkTally();
  private underWay = Promise.resolve();

  constructor(private readonly store: (batch: CandleBulkBatch) => Promise<IngestResult[]>) {}

  /** Waits for the batch before this one. */
  async next(): Promise<void> {
    await this.underWay;
    const full = this.batch;
    this.batch = new CandleBulkBatch();
    this.underWay = this.store(full).then((results) => this.tally.count(full, results));
    // Whoever waits for it next hears of its failure.
    this.underWay.catch(() => undefined);
  }

  async finish(): Promise<void> {
    if (this.batch.size > 0) await this.next();
    await this.underWay;
  }
}

const SHUTTING_DOWN = new Error('The service is shutting down');

/** The answer to a body that could not be dealt with to its end; it says from where to go on. */
function toAnswer(error: unknown, request: Request, lastLine: number): unknown {
  const done = `; its lines up to ${lastLine} are dealt with, and sending all of it again does no harm`;
  if (error instanceof BrokenBody || request.errored === error) {
    const reason = error instanceof BrokenBody ? error.message : 'ended early';
    return new ApiError({ status: 400, detail: `The body ${reason}${done}` });
  }
  const isDraining = error === SHUTTING_DOWN;
  if (!isDraining && !isUnavailable(error)) return error;
  const cause = isDraining
    ? 'The service is shutting down and has not read the whole body'
    : 'The database went out of reach while the body was stored';
  return new ApiError({
    status: 503,
    detail: `${cause}${done}`,
    code: 'SERVICE_UNAVAILABLE',
    headers: { 'retry-after': '2', ...(isDraining && { connection: 'close' }) },
  });
}
