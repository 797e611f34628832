import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { aggregationWarning, type IntervalSeries } from '#domain/market-data/interval-candles';
import { SeriesRepository } from '#domain/market-data/series.repository';
import { UnconfirmedCandles } from '#domain/market-data/unconfirmed-candles';
import { FEATURE_VERSION, FEATURES } from '#engine/features/feature-set';
import { joinCandleColumns } from '#engine/market/candle-columns';
import { limitWarnings } from '#engine/market/limit-warnings';
import { Shutdown } from '#platform/shutdown/shutdown';
import { LOGGER } from '#platform/tokens';
import { ApiError } from '../http/api-error';
import { entityTagOf, isListed } from '../http/entity-tag';
import { fileHeaders, isEarlyEnd, negotiate, requireChunks } from '../http/streamed-file';
import { checkRange } from '../http/validation/check-range';
import { chosenFeatures } from './chosen-features';
import { FeatureExchange } from './feature-exchange';
import { FeatureHistoryBars, type WarmBars } from './feature-history-bars';
import { FeatureHistoryThreads } from './feature-history-threads';
import { DEFAULT_ROWS, type FeatureHistoryQuery } from './feature-history.dto';

const WHAT = 'A history of features';
/** Values that are in memory as text at a time. */
const CELLS_AT_ONCE = 200_000;
/** So many can be computed, wait for a thread or for their reader. */
const MOST_AT_ONCE = 8;
/** A reader that takes nothing for so long is disconnected. */
const SILENCE_MILLISECONDS = 60_000;
/** Part of the tags: it has to change when the same history is answered in another form. */
const ANSWER_FORM = 'a';

interface History {
  readonly query: FeatureHistoryQuery;
  readonly exchange: string | null;
  /** null: nothing is stored. */
  readonly source: IntervalSeries | null;
  /** Indices of FEATURES. */
  readonly chosen: readonly number[];
}

/** Computes features over a range of candles on request. */
@Injectable()
export class FeatureHistoryService {
  private running = 0;

  constructor(
    private readonly exchanges: FeatureExchange,
    private readonly series: SeriesRepository,
    private readonly bars: FeatureHistoryBars,
    private readonly unconfirmed: UnconfirmedCandles,
    private readonly threads: FeatureHistoryThreads,
    private readonly shutdown: Shutdown,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async answer(query: FeatureHistoryQuery, request: Request, response: Response): Promise<void> {
    checkRange(query);
    const chosen = chosenFeatures(query.features);
    response.vary('accept');
    const mediaType = negotiate(request, ['application/json', 'text/csv'], WHAT);
    const { symbol, interval } = query;
    const exchange = await this.exchanges.of(symbol, query.exchange);
    const source =
      exchange === null ? null : await this.series.findForInterval({ exchange, symbol, interval });
    const history = { query, exchange, source, chosen };
    const disconnected = new AbortController();
    response.once('close', () => disconnected.abort());
    const signal = AbortSignal.any([disconnected.signal, this.shutdown.signal]);
    try {
      if (mediaType === 'text/csv') await this.sendCsv(history, request, response, signal);
      else await this.sendJson(history, request, response, signal);
    } catch (error) {
      if (!signal.aborted && !isEarlyEnd(error)) throw error;
      this.logger.debug(
        { symbol, interval },
        `${WHAT} was cut short: its client disconnected or this process is stopping`,
      );
      if (!disconnected.signal.aborted && !response.headersSent) throw stopping();
      response.destroy();
    }
  }

  /** The series' state is known before its candles are read: a client that has this answer gets its 304 at once. */
  private async sendJson(history: History, request: Request, response: Response, signal: AbortSignal) {
    const closed = history.source && (await this.bars.lastClosed(history.source));
    const warnings = await this.warningsOf(history);
    const tag = tagOf(history, closed, warnings);
    response.type('json').set('etag', tag);
    const condition = request.headers['if-none-match'];
    if (condition !== undefined && isListed(tag, condition)) {
      response.send('');
      return;
    }
    const { query, exchange, source, chosen } = history;
    const { symbol, interval, limit = DEFAULT_ROWS } = query;
    const members = { symbol, exchange, interval, feature_version: FEATURE_VERSION, warnings };
    const head = `${JSON.stringify(members).slice(0, -1)},`;
    await this.oneOfFew(async () => {
      const bars = source
        ? await this.bars.limited(source, query, limit, signal)
        : { candles: joinCandleColumns([]), from: 0 };
      const body = await this.threads.run({ ...bars, chosen, form: 'json', head }, signal);
      response.setTimeout(SILENCE_MILLISECONDS, () => response.destroy());
      response.send(body);
      await finished(response);
    });
  }

  private async warningsOf({ source, query: { start, end } }: History): Promise<string[]> {
    if (!source) return [];
    const aggregated = source.series.interval === source.interval ? [] : [aggregationWarning(source)];
    return limitWarnings([
      ...aggregated,
      ...(await this.unconfirmed.warnings([source.series], { start, end })),
    ]);
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
    await this.oneOfFew(async () => {
      const lines = this.lines(history, signal);
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
    });
  }

  private async *lines({ query, source, chosen }: History, signal: AbortSignal): AsyncGenerator<Buffer> {
    let head = `open_time,${chosen.map((index) => FEATURES[index].name).join(',')}\n`;
    for await (const bars of source ? this.pieces(query, source, chosen.length, signal) : []) {
      yield await this.threads.run({ ...bars, chosen, form: 'csv', head }, signal);
      head = '';
    }
    if (head !== '') yield Buffer.from(head);
  }

  private async *pieces(
    query: FeatureHistoryQuery,
    source: IntervalSeries,
    width: number,
    signal: AbortSignal,
  ): AsyncGenerator<WarmBars> {
    if (query.limit !== undefined) yield await this.bars.limited(source, query, query.limit, signal);
    else yield* this.bars.pieces(source, query, Math.ceil(CELLS_AT_ONCE / width), signal);
  }

  /** Throws 503 when too many are under way. */
  private async oneOfFew<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= MOST_AT_ONCE) throw busy();
    this.running += 1;
    try {
      return await work();
    } finally {
      this.running -= 1;
    }
  }
}

/** A candle can close, or stay unconfirmed, without a change of its series. */
function tagOf(
  { query, exchange, source, chosen }: History,
  closed: Date | null,
  warnings: readonly string[],
): string {
  const { symbol, interval, start, end, limit } = query;
  const series = source?.series;
  const state = [series?.id, series?.version, series?.lastWriteAt, series?.calendar, closed, warnings];
  return entityTagOf(
    JSON.stringify([
      ANSWER_FORM,
      FEATURE_VERSION,
      ...state,
      exchange,
      symbol,
      interval,
      start,
      end,
      limit,
      chosen,
    ]),
  );
}

function stopping(): ApiError {
  return new ApiError({
    status: 503,
    detail: 'The service is shutting down; send the request again',
    code: 'SERVICE_UNAVAILABLE',
    headers: { 'retry-after': '1' },
  });
}

function busy(): ApiError {
  return new ApiError({
    status: 503,
    detail: `${MOST_AT_ONCE} histories of features are being answered, and no more are at once; try again later`,
    code: 'SERVICE_UNAVAILABLE',
    headers: { 'retry-after': '5' },
  });
}
