import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
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
    requireChunks(request);
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
        // What breaks off leaves the body without its last chunk, so that no client takes a part for the whole.
        await pipeline(text, response, { signal: this.shutdown.signal });
      });
    } catch (error) {
      if (error instanceof TooManyExports) throw busy(error);
      if (!isEarlyEnd(error)) throw error;
      this.logger.debug(
        { series_id: series.id },
        'An export ended early: its client or this process is leaving',
      );
    }
  }
}

/** HTTP/1.0 has no chunks: there a body that breaks off looks whole. */
function requireChunks({ httpVersion }: Request): void {
  if (httpVersion !== '1.0') return;
  const detail =
    'An export needs HTTP/1.1, which shows when a body is not whole; a proxy may have to be told';
  throw new ApiError({ status: 426, detail, headers: { upgrade: 'HTTP/1.1', connection: 'upgrade, close' } });
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

/** The client has gone, or this process is going. */
function isEarlyEnd(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes(code);
}
