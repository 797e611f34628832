import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import {
  CandlestickExporter,
  type ExportFormat,
  TooManyExports,
} from '#domain/market-data/reading/candlestick-exporter';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { SeriesRepository } from '#domain/market-data/series/series.repository';
import { Shutdown } from '#platform/shutdown/shutdown';
import { LOGGER } from '#platform/tokens';
import { ApiError, tryLater } from '../http/api-error';
import { callerKey } from '../http/caller-key';
import { ExportSlots } from '../http/exports.module';
import { fileHeaders, isEarlyEnd, negotiate, requireChunks } from '../http/streamed-file';
import { checkRange } from '../http/validation/check-range';
import type { ExportCandlesticksQuery } from './candlestick.dto';

const MEDIA_TYPES = ['text/csv', 'application/x-ndjson'] as const;
const FORMATS: Readonly<Record<(typeof MEDIA_TYPES)[number], ExportFormat>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
};

/** Sends all candles of a series as a file, as fast as the client takes them. */
@Injectable()
export class CandleExportResponder {
  constructor(
    private readonly series: SeriesRepository,
    private readonly exporter: CandlestickExporter,
    private readonly slots: ExportSlots,
    private readonly shutdown: Shutdown,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async export(query: ExportCandlesticksQuery, request: Request, response: Response): Promise<void> {
    checkRange(query);
    response.vary('Accept');
    requireChunks(request, 'An export');
    const mediaType = negotiate(request, MEDIA_TYPES, 'An export');
    const format = FORMATS[mediaType];
    const series = await this.series.find(query);
    if (!series) throw noSeries(query);
    const { exchange, symbol, interval } = query;
    const sendHead = () => response.set(fileHeaders(mediaType, [exchange, symbol, interval], format));
    if (request.method === 'HEAD') {
      sendHead().end();
      return;
    }
    const giveBackSlot = this.slots.take(callerKey(request));
    try {
      await this.exporter.export(series.id, query, format, async (text) => {
        sendHead();
        // What breaks off leaves the body without its last chunk, so that no client takes a part for the whole.
        await pipeline(text, response, { signal: this.shutdown.signal });
      });
    } catch (error) {
      if (error instanceof TooManyExports) throw tryLater(503, `${error.message}; try again later`, 10);
      if (!isEarlyEnd(error)) throw error;
      this.logger.debug(
        { series_id: series.id },
        'An export was cut short: its client disconnected or this process is stopping',
      );
    } finally {
      giveBackSlot();
    }
  }
}

function noSeries({ exchange, symbol, interval }: SeriesName): ApiError {
  return new ApiError({ status: 404, detail: `No candles of ${exchange} ${symbol} ${interval} are stored` });
}
