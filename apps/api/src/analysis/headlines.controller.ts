import { Controller, Get, Post } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { ListingAnswer } from '../http/listing';
import { LocatedAnswer } from '../http/located-answer';
import { Operation, pageSchema } from '../http/operation';
import { CheckedQuery, StrictBody } from '../http/validation/pipes';
import {
  HeadlineFetchReceipt,
  HeadlineRead,
  HeadlinesQuery,
  HeadlinesReceipt,
  StoreHeadlinesDto,
} from './headlines.dto';
import { HeadlinesService } from './headlines.service';

/** What the feeds bring is found here; the job itself has no address. */
const HEADLINES = '/api/v1/analysis/headlines';

@ApiTags('Analysis')
@ApiExtraModels(HeadlineRead)
@Controller(HEADLINES)
export class HeadlinesController {
  constructor(private readonly service: HeadlinesService) {}

  @Get()
  @Operation({
    summary: 'List headlines',
    description:
      'Newest first, by the time of publication. With a symbol those alone that its sentiment reads: of the last 72 hours, and naming it.',
    answer: { description: 'A page of headlines', schema: pageSchema(HeadlineRead) },
  })
  async listHeadlines(@CheckedQuery() query: HeadlinesQuery, @ListingAnswer() answer: ListingAnswer) {
    return answer(query, await this.service.list(query));
  }

  @Post()
  @Operation({
    summary: 'Store headlines',
    description:
      'Up to 1,000. One that is stored already, by its link, or without a link by its source, title and time, stays as it is.',
    answer: { description: 'How many were new', type: HeadlinesReceipt },
  })
  storeHeadlines(@StrictBody() { headlines }: StoreHeadlinesDto) {
    return this.service.store(headlines);
  }

  @Post('fetch')
  @Operation({
    summary: 'Fetch the headline feeds',
    description:
      'Feeds that were fetched within the last ten minutes are skipped; without HEADLINE_FEEDS there are none.',
    status: 202,
    answer: { description: 'The job', type: HeadlineFetchReceipt },
  })
  async fetchHeadlines(@LocatedAnswer() located: LocatedAnswer) {
    return located(await this.service.fetch(), { path: HEADLINES });
  }
}
