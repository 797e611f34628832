import { Injectable } from '@nestjs/common';
import { FillIngest } from '#domain/trading/fill-ingest';
import { PositionReports } from '#domain/trading/position-reports';
import type { FillOutcome } from '#domain/trading/stated-fills';
import type { FieldProblem } from '#engine/market/validate-candle';
import {
  readFillMessage,
  readPositionMessage,
  type TradingMessage,
  type TradingReading,
} from '#engine/trades/trading-message';
import { NoJsonArray, readJsonElements } from '#platform/text/read-json-elements';
import { isBlankLine, type LineBlock, readTextLines } from '#platform/text/read-text-lines';
import { ApiError } from '../http/api-error';
import { toUploadAnswer } from '../http/uploads/refused-lines';
import { BrokenBody, type UploadBody } from '../http/uploads/upload-body';
import type { TradingUploadResult } from './fills.dto';
import { TradingTally } from './trading-tally';

export const TRADING_FORMATS = { 'application/json': 'json', 'application/x-ndjson': 'ndjson' } as const;

type TradingBody = UploadBody<typeof TRADING_FORMATS>;

const LONGEST_LINE_BYTES = 16 * 1024;
/** Each is a transaction, and holds the positions that it touches. */
const LINES_AT_A_TIME = 5_000;

interface Way<Content> {
  readonly what: string;
  readonly read: (message: unknown, now: number) => TradingReading<Content>;
  readonly store: (messages: readonly TradingMessage<Content>[]) => Promise<readonly FillOutcome[]>;
}

@Injectable()
export class FillsService {
  constructor(
    private readonly fills: FillIngest,
    private readonly reports: PositionReports,
  ) {}

  storeFills(body: TradingBody): Promise<TradingUploadResult> {
    return storeLines(body, {
      what: 'fills',
      read: readFillMessage,
      store: (messages) => this.fills.ingest(messages),
    });
  }

  storePositions(body: TradingBody): Promise<TradingUploadResult> {
    return storeLines(body, {
      what: 'positions',
      read: readPositionMessage,
      store: (messages) => this.reports.report(messages),
    });
  }
}

/** What was read whole is stored however this ends. */
async function storeLines<Content>(
  body: TradingBody,
  { what, read, store }: Way<Content>,
): Promise<TradingUploadResult> {
  const tally = new TradingTally();
  let batch: { line: number; message: TradingMessage<Content> }[] = [];
  const flush = async () => {
    const full = batch;
    batch = [];
    if (full.length === 0) return;
    const outcomes = await store(full.map(({ message }) => message));
    for (const outcome of outcomes) tally.count(outcome);
    tally.lastLine = full.at(-1)!.line;
  };
  try {
    for await (const { firstLine, lines } of blocksOf(body)) {
      for (const [index, text] of lines.entries()) {
        if (isBlankLine(text)) continue;
        const line = firstLine + index;
        const reading = typeof text === 'string' ? readLine(text, read) : problemsOf(text.fault);
        if ('problems' in reading) tally.refuse({ line, errors: reading.problems });
        else if (batch.push({ line, message: reading }) === LINES_AT_A_TIME) await flush();
      }
    }
    await flush();
  } catch (error) {
    const failure = error instanceof NoJsonArray ? new BrokenBody(error.message) : error;
    // A body that breaks off: what came before is whole.
    const flushed =
      failure instanceof BrokenBody
        ? await flush().then(
            () => undefined,
            (reason: unknown) => reason,
          )
        : undefined;
    throw toUploadAnswer(flushed ?? failure, tally.describe());
  }
  if (tally.received > 0) return tally.toResult();
  throw new ApiError({ status: 422, detail: `The body holds no ${what}`, code: 'INVALID_PARAMETER' });
}

function blocksOf({ format, chunks }: TradingBody): AsyncGenerator<LineBlock> {
  return format === 'json'
    ? readJsonElements(chunks, { longestElementBytes: LONGEST_LINE_BYTES })
    : readTextLines(chunks, { longestLineBytes: LONGEST_LINE_BYTES });
}

function readLine<Content>(text: string, read: Way<Content>['read']): TradingReading<Content> {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return problemsOf('is not valid JSON');
  }
  return read(message, Date.now());
}

function problemsOf(message: string): { readonly problems: readonly FieldProblem[] } {
  return { problems: [{ field: 'line', message }] };
}
