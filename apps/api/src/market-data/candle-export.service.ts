import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import {
  CandlestickExporter,
  type ExportFormat,
  TooManyExports,
} from '#domain/market-data/candlestick-exporter';
import { type SeriesName, SeriesRepository } from '#domain/market-data/series.repository';
import { Shutdown } from '#platform/shutdown/shutdown';
import { LOGGER } from '#platform/tokens';
import { ApiError } from '../http/api-error';
import { checkRange, type ExportCandlesticksQuery } from './candlestick.dto';

const MEDIA_TYPES: Readonly<Record<string, ExportFormat>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
};

/** Sends all candles of a series as a file, as fast as the client takes them. */
@Injectable()
export class CandleExportService {
  constructor(
    private readonly series: SeriesRepository,
    private readonly exporter: CandlestickExporter,
    private readonly shutdown: Shutdown,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async export(query: ExportCandlesticksQuery, request: Request, response: Response): Promise<void> {
    checkRange(query);
    response.vary('accept');
    const mediaType = negotiate(request);
    const format = MEDIA_TYPES[mediaType];
    const series = await this.series.find(query);
    if (!series) throw noSeries(query);
    const sendHead = () =>
      response.set({
        'content-type': `${mediaType}; charset=utf-8`,
        'content-disposition': `attachment; filename="${fileName(query, format)}"`,
        'cache-control': 'private, no-store',
      });
    if (request.method === 'HEAD') {
      sendHead().end();
      return;
    }
    try {
      await this.exporter.export(series.id, query, format, async (text) => {
        sendHead();
        await this.send(text, response);
      });
    } catch (error) {
      if (error instanceof TooManyExports) throw busy(error);
      if (!isClientGone(error)) throw error;
      this.logger.debug(
        { series_id: series.id },
        'An export ended early: its client or this process is leaving',
      );
    }
  }

  /**
   * What breaks off leaves the body without its end, and the connection is reset: to a client of HTTP/1.0, as some proxies
   * are, one that is merely closed means that the body is whole.
   */
  private async send(text: Readable, response: Response): Promise<void> {
    const { signal } = this.shutdown;
    const breakOff = () => void response.socket?.resetAndDestroy();
    text.once('error', breakOff);
    signal.addEventListener('abort', breakOff);
    try {
      if (signal.aborted) breakOff();
      await pipeline(text, response);
    } finally {
      signal.removeEventListener('abort', breakOff);
    }
  }
}

function negotiate(request: Request): string {
  const mediaType = request.accepts(Object.keys(MEDIA_TYPES));
  if (mediaType !== false) return mediaType;
  const detail = `An export is ${Object.keys(MEDIA_TYPES).join(' or ')}; Accept allows neither`;
  throw new ApiError({ status: 406, detail });
}

function noSeries({ exchange, symbol, interval }: SeriesName): ApiError {
  return new ApiError({ status: 404, detail: `No candles of ${exchange} ${symbol} ${interval} are stored` });
}

function busy({ message }: TooManyExports): ApiError {
  return new ApiError({
    status: 503,
    detail: `${message}; try again later`,
    code: 'SERVICE_UNAVAILABLE',
    headers: { 'retry-after': '10' },
  });
}

function fileName({ exchange, symbol, interval }: SeriesName, format: ExportFormat): string {
  return `${[exchange, symbol, interval].join('_').replace(/[^\w.-]+/g, '-')}.${format}`;
}

function isClientGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
}
