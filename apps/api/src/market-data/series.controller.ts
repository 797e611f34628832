import { Controller, Get } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { SeriesOverview } from '#domain/gaps/series-overview';
import { ListingAnswer, toListing } from '../http/listing';
import { Operation } from '../http/operation';
import { placeOf } from '../http/page.dto';
import { pageSchema } from '../http/page-schema';
import { CheckedQuery } from '../http/validation/pipes';
import { ListSeriesQuery, SeriesRead, toSeriesRead } from './series.dto';

@ApiTags('Market data')
@ApiExtraModels(SeriesRead)
@Controller('api/v1/market-data/series')
export class SeriesController {
  constructor(private readonly overview: SeriesOverview) {}

  @Get()
  @Operation({
    summary: 'List series',
    description:
      'What is stored and how complete it is, by exchange, symbol and interval. A worker counts `missing`, `no_trades` and `off_grid` soon after a series changed; `counted_at` says when.',
    answer: { description: 'A page of series', schema: pageSchema(SeriesRead) },
  })
  async list(@CheckedQuery() query: ListSeriesQuery, @ListingAnswer() answer: ListingAnswer) {
    return answer(query, toListing(query, await this.overview.list(query, placeOf(query)), toSeriesRead));
  }
}
