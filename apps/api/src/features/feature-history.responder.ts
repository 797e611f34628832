import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { Shutdown } from '#platform/shutdown/shutdown';
import { LOGGER } from '#platform/tokens';
import { tryLater } from '../http/api-error';
import { callerKey } from '../http/caller-key';
import { CallerSlots } from '../http/caller-slots';
import { disconnection } from '../http/disconnection';
import { findListed } from '../http/entity-tag';
import { ExportSlots } from '../http/exports.module';
import { fileHeaders, isEarlyEnd, negotiate, requireChunks } from '../http/streamed-file';
import { checkRange } from '../http/validation/check-range';
import { chosenFeatures } from './chosen-features';
import type { FeatureHistoryQuery } from './feature-history.dto';
import { FeatureHistoryService, type History } from './feature-history.service';

const WHAT = 'A history of features';
/** A reader that takes nothing for so long is disconnected. */
const SILENCE_MILLISECONDS = 60_000;

/** Answers requests for features over a range of candles, as JSON or as a stream of CSV. */
@Injectable()
export class FeatureHistoryResponder {
  /** Those that are computed, wait for a thread or for their reader. */
  private readonly running = new CallerSlots({
    perProcess: 8,
    refuse: (most) =>
      tryLater(
        503,
        `${most} histories of features are being answered, and no more are at once; try again later`,
        5,
      ),
  });

  constructor(
    private readonly service: FeatureHistoryService,
    private readonly slots: ExportSlots,
    private readonly shutdown: Shutdown,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async answer(query: FeatureHistoryQuery, request: Request, response: Response): Promise<void> {
    checkRange(query);
    const chosen = chosenFeatures(query.features);
    response.vary('Accept');
    const mediaType = negotiate(request, ['application/json', 'text/csv'], WHAT);
    const { symbol, interval } = query;
    // From the beginning: a client may disconnect before its series is found.
    const disconnected = disconnection(response);
    const history = await this.service.find(query, chosen);
    const signal = AbortSignal.any([disconnected, this.shutdown.signal]);
    try {
      if (mediaType === 'text/csv') await this.sendCsv(history, request, response, signal);
      else await this.sendJson(history, request, response, signal);
    } catch (error) {
      if (!signal.aborted && !isEarlyEnd(error)) throw error;
      this.logger.debug(
        { symbol, interval },
        `${WHAT} was cut short: its client disconnected or this process is stopping`,
      );
      if (!disconnected.aborted && !response.headersSent)
        throw tryLater(503, 'The service is shutting down; send the request again', 1);
      response.destroy();
    }
  }

  /** The series' state is known before its candles are read: a client that has this answer gets its 304 at once. */
  private async sendJson(history: History, request: Request, response: Response, signal: AbortSignal) {
    const { tag, warnings } = await this.service.stateOf(history);
    response.type('json').set('etag', tag);
    const condition = request.headers['if-none-match'];
    if (condition !== undefined && findListed(tag, condition) !== undefined) {
      response.send('');
      return;
    }
    await this.oneOfFew(request, async () => {
      const body = await this.service.json(history, warnings, signal);
      response.setTimeout(SILENCE_MILLISECONDS, () => response.destroy());
      response.send(body);
      await finished(response);
    });
  }

  private async sendCsv(history: History, request: Request, response: Response, signal: AbortSignal) {
    requireChunks(request, WHAT);
    const { symbol, interval } = history.query;
    const name = [history.exchange ?? 'none', symbol, interval, 'features'];
    const sendHead = () => response.set(fileHeaders('text/csv', name, 'csv'));
    if (request.method === 'HEAD') {
      sendHead().end();
      return;
    }
    const giveBackSlot = this.slots.take(callerKey(request));
    await this.oneOfFew(request, async () => {
      const lines = this.service.lines(history, signal);
      // What fails before the first piece is answered as an error.
      const first = await lines.next();
      sendHead();
      response.setTimeout(SILENCE_MILLISECONDS, () => response.destroy());
      const text = async function* () {
        if (!first.done) yield first.value;
        yield* lines;
      };
      // What breaks off leaves the body without its last chunk, so that no client takes a part for the whole.
      await pipeline(Readable.from(text(), { objectMode: true, highWaterMark: 1 }), response, { signal });
    }).finally(giveBackSlot);
  }

  /** Throws 503 when too many are under way. */
  private async oneOfFew(request: Request, work: () => Promise<void>): Promise<void> {
    const giveBack = this.running.take(callerKey(request));
    try {
      await work();
    } finally {
      giveBack();
    }
  }
}
