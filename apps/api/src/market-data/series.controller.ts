import { Controller, Get, Patch, UseGuards } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { SeriesOverview } from '#domain/gaps/series-overview';
import { SeriesCalendars } from '#domain/market-data/series/series-calendars';
import { INTERVALS } from '#engine/market/interval';
import { ApiError } from '../http/api-error';
import { UntaggedGuard } from '../http/if-match';
import { ListingAnswer, toListing } from '../http/listing';
import { Operation, pageSchema } from '../http/operation';
import { positionOf } from '../http/page.dto';
import { CheckedQuery, OpenBody } from '../http/validation/pipes';
import { ChangeCalendarDto, ListSeriesQuery, SeriesRead, toSeriesRead } from './series.dto';

const ERROR = { schema: { $ref: '#/components/schemas/Error' } };

@ApiTags('Market data')
@ApiExtraModels(SeriesRead)
@Controller('api/v1/market-data/series')
export class SeriesController {
  constructor(
    private readonly overview: SeriesOverview,
    private readonly calendars: SeriesCalendars,
  ) {}

  @Get()
  @Operation({
    summary: 'List series',
    description:
      'What is stored and how complete it is, by exchange, symbol and interval. A worker counts `missing`, `no_trades` and `off_grid` soon after a series changed; `counted_at` says when. `feed` says how the live feed of a series is, at most a few seconds ago.',
    answer: { description: 'A page of series', schema: pageSchema(SeriesRead) },
  })
  async listSeries(@CheckedQuery() query: ListSeriesQuery, @ListingAnswer() answer: ListingAnswer) {
    return answer(query, toListing(query, await this.overview.list(query, positionOf(query)), toSeriesRead));
  }

  @Patch()
  @UseGuards(UntaggedGuard)
  @Operation({
    summary: 'Change the calendar of a symbol',
    description:
      'Sets the calendar of all intervals of a symbol; intervals stored later begin with it. Gaps, expected candles and annualisation follow it at once, finished runs stay as they are. `missing`, `no_trades` and `off_grid` are null until a worker has counted them by the new calendar.',
    answer: { description: 'The series of the symbol', schema: pageSchema(SeriesRead) },
    otherAnswers: {
      404: {
        description: 'No candles of the symbol are stored on the exchange',
        content: { 'application/json': ERROR },
      },
    },
  })
  async changeCalendar(@OpenBody() { exchange, symbol, calendar }: ChangeCalendarDto) {
    if (!(await this.calendars.change({ exchange, symbol }, calendar))) {
      throw new ApiError({ status: 404, detail: `No candles of ${symbol} on ${exchange} are stored` });
    }
    const page = { offset: 0, limit: INTERVALS.length };
    const series = await this.overview.list({ exchange, symbol }, page);
    return toListing({ page: 1, size: page.limit }, series, toSeriesRead).body;
  }
}
