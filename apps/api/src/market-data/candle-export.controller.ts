import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { errorAnswer, Operation } from '../http/operation';
import { CheckedQuery } from '../http/validation/pipes';
import { CandleExportResponder } from './candle-export.responder';
import { ExportCandlesticksQuery } from './candlestick.dto';

@ApiTags('Market data')
@Controller('api/v1/market-data/candlesticks')
export class CandleExportController {
  constructor(private readonly service: CandleExportResponder) {}

  @Get('export')
  @Operation({
    summary: 'Export a series',
    description:
      'All candles of one series, or those between two times, ascending, as a stream: CSV with the header open_time,open,high,low,close,volume, ' +
      'which `import` of the command line reads back, or with Accept: application/x-ndjson a candle as JSON on every line. ' +
      'Numbers are as they were stored, digit for digit. A body without its end means that the export broke off.',
    answer: {
      description: 'The candles',
      content: {
        'text/csv': { schema: { type: 'string' } },
        'application/x-ndjson': { schema: { type: 'string' } },
      },
    },
    otherAnswers: {
      404: errorAnswer('No such series', 'No 1d candles of SPX on us are stored'),
      406: errorAnswer('Accept allows neither', 'The answer is text/csv or application/x-ndjson'),
      426: errorAnswer('HTTP/1.0', 'The answer has no length in advance, which HTTP/1.0 cannot take'),
    },
  })
  exportCandlesticks(
    @CheckedQuery() query: ExportCandlesticksQuery,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    return this.service.export(query, request, response);
  }
}
