import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Operation } from '../http/operation';
import { CheckedQuery } from '../http/validation/pipes';
import { CandleExportService } from './candle-export.service';
import { ExportCandlesticksQuery } from './candlestick.dto';

const ERROR = { schema: { $ref: '#/components/schemas/Error' } };

@ApiTags('Market data')
@Controller('api/v1/market-data/candlesticks')
export class CandleExportController {
  constructor(private readonly service: CandleExportService) {}

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
  })
  @ApiResponse({ status: 404, description: 'No such series', content: { 'application/json': ERROR } })
  @ApiResponse({ status: 406, description: 'Accept allows neither', content: { 'application/json': ERROR } })
  @ApiResponse({ status: 426, description: 'HTTP/1.0', content: { 'application/json': ERROR } })
  export(@CheckedQuery() query: ExportCandlesticksQuery, @Req() request: Request, @Res() response: Response) {
    return this.service.export(query, request, response);
  }
}
