import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { disconnection } from '../http/disconnection';
import { JsonText } from '../http/json-text';
import { errorAnswer, Operation } from '../http/operation';
import { CheckedQuery } from '../http/validation/pipes';
import { ChartQuery, ChartRead } from './chart.dto';
import { ChartService } from './chart.service';

@ApiTags('Market data')
@Controller('api/v1/market-data/chart')
export class ChartController {
  constructor(private readonly service: ChartService) {}

  @Get()
  @JsonText()
  @Operation({
    summary: 'Candles for a chart',
    description:
      'The candles of a range, ascending, both bounds inclusive; without a start the last ones up to the end. An interval that is not stored is aggregated from a shorter one. ' +
      'Of more bars than `points`, `bars_per_candle` make one candle: the open of the first, the highest high, the lowest low, the close of the last and the sum of the volume, exact. ' +
      'Bars are counted from the first of the series, so a candle is the same in every range that holds all of its bars; the first one can begin before the start. ' +
      'Indicators are computed over these candles, with candles before the range as warm-up, so a value is the same to 1e-9 in every range that holds it; candles that have not closed count, too.',
    answer: { description: 'The chart', type: ChartRead },
    otherAnswers: { 404: errorAnswer('No such series', 'No 1d candles of SPX on us are stored') },
  })
  readChart(@CheckedQuery() query: ChartQuery, @Res({ passthrough: true }) response: Response) {
    return this.service.chart(query, disconnection(response));
  }
}
