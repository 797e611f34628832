import { Controller, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { errorAnswer, Operation } from '../http/operation';
import { CheckedQuery } from '../http/validation/pipes';
import { Uploads } from '../http/uploads/uploads';
import { BULK_FORMATS } from './candle-bulk-lines';
import { CandleBulkQuery, CandleBulkResult } from './candle-bulk.dto';
import { CandleBulkService } from './candle-bulk.service';

const BODY_DESCRIPTION =
  'NDJSON: on each line the JSON object that POST candlesticks takes, or a line of an export, whose id is not read. CSV: a header with open_time (or time, ' +
  'timestamp, date, datetime), open, high, low, close, volume, and exchange, symbol, interval where the query does not name them; ' +
  'times also as YYYY-MM-DD for candles of a day, or unix seconds or milliseconds. Either may be gzip. Any length; 16 KiB a line.';

/** The same candle in each format. */
const BODY_CONTENT: Readonly<Record<keyof typeof BULK_FORMATS, object>> = {
  'application/x-ndjson': {
    schema: {
      type: 'string',
      example:
        '{"exchange":"us","symbol":"SPX","interval":"1d","open_time":"2024-01-02T00:00:00Z","open":"100.50","high":"103.00","low":"99.10","close":"102.75","volume":"12500"}',
    },
  },
  'text/csv': {
    schema: {
      type: 'string',
      example:
        'exchange,symbol,interval,open_time,open,high,low,close,volume\n' +
        'us,SPX,1d,2024-01-02T00:00:00Z,100.50,103.00,99.10,102.75,12500\n',
    },
  },
};

export const CANDLE_BULK_PATH = '/api/v1/market-data/candlesticks/bulk';

@ApiTags('Market data')
@Controller(CANDLE_BULK_PATH)
export class CandleBulkController {
  constructor(
    private readonly uploads: Uploads,
    private readonly service: CandleBulkService,
  ) {}

  @Post()
  @Operation({
    summary: 'Store many candles',
    description:
      'Stores each line as POST candlesticks would, and reports those that break a rule: they never stop the others, and nothing is rolled back. Sending the same lines again changes nothing. ' +
      'A body may take any time as long as it does not pause for UPLOAD_IDLE_SECONDS. It ends with an error that says up to which line it is dealt with when more than 10,000 lines are refused (422) or when it unpacks to more than 100 times its size (413; the first MiB may). ' +
      'At most 4 uploads per process and 2 per subject run at a time (429).',
    requestBody: { required: true, description: BODY_DESCRIPTION, content: BODY_CONTENT },
    answer: { description: 'Outcome of the lines', type: CandleBulkResult },
    otherAnswers: {
      408: errorAnswer(
        'The body paused for UPLOAD_IDLE_SECONDS',
        'The body brought nothing for 60 seconds; its lines up to 20000 are dealt with (20000 inserted, 0 updated, 0 refused), and sending all of it again does no harm',
      ),
    },
  })
  storeCandlesticksInBulk(@Req() request: Request, @CheckedQuery() query: CandleBulkQuery) {
    return this.uploads.receive(request, BULK_FORMATS, (body) => this.service.store(body, query));
  }
}
