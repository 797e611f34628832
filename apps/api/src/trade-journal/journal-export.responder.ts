import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { JournalEntries } from '#domain/trade-journal/journal-entries';
import type { JournalFilter } from '#domain/trade-journal/journal-filter';
import { Shutdown } from '#platform/shutdown/shutdown';
import { LOGGER } from '#platform/tokens';
import { callerKey } from '../http/caller-key';
import { ExportSlots } from '../http/exports.module';
import { fileHeaders, isEarlyEnd, requireChunks } from '../http/streamed-file';
import { journalCsv } from './journal-csv.dto';

const WHAT = 'An export of the journal';
/** A reader that takes nothing for so long is disconnected. */
const SILENCE_MILLISECONDS = 60_000;

/** Sends entries of the journal as CSV, as fast as the client takes them. */
@Injectable()
export class JournalExportResponder {
  constructor(
    private readonly entries: JournalEntries,
    private readonly slots: ExportSlots,
    private readonly shutdown: Shutdown,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async export(filter: JournalFilter, request: Request, response: Response): Promise<void> {
    requireChunks(request, WHAT);
    const sendHead = () => response.set(fileHeaders('text/csv', ['trade-journal'], 'csv'));
    if (request.method === 'HEAD') {
      sendHead().end();
      return;
    }
    const giveBackSlot = this.slots.take(callerKey(request));
    try {
      const pages = this.entries.all(filter);
      // What fails before the first piece is answered as an error.
      const first = await pages.next();
      const all = async function* () {
        if (first.done) return;
        yield first.value;
        yield* pages;
      };
      sendHead();
      response.setTimeout(SILENCE_MILLISECONDS, () => response.destroy());
      const text = Readable.from(journalCsv(all()), { objectMode: true, highWaterMark: 1 });
      // What breaks off leaves the body without its last chunk, so that no client takes a part for the whole.
      await pipeline(text, response, { signal: this.shutdown.signal });
    } catch (error) {
      if (!isEarlyEnd(error)) throw error;
      this.logger.debug(`${WHAT} was cut short: its client disconnected or this process is stopping`);
    } finally {
      giveBackSlot();
    }
  }
}
