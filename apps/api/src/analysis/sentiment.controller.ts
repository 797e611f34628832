import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../http/operation';
import { CheckedQuery } from '../http/validation/pipes';
import { SentimentDetailsRead } from './sentiment-details.dto';
import { SentimentQuery, SentimentResponse } from './sentiment.dto';
import { SentimentService } from './sentiment.service';

@ApiTags('Analysis')
@Controller('api/v1/analysis/sentiment')
export class SentimentController {
  constructor(private readonly service: SentimentService) {}

  @Get()
  @Operation({
    summary: 'Read the sentiment of a symbol',
    description:
      'The score of the headlines of 72 hours that name the symbol, by their words. The weight of a headline halves every day. Without headlines it is 0 and neutral.',
    answer: { description: 'The sentiment', type: SentimentResponse },
  })
  readSentiment(@CheckedQuery() query: SentimentQuery) {
    return this.service.read(query);
  }

  @Get('details')
  @Operation({
    summary: 'Read the headlines of a sentiment',
    description:
      'The sentiment with each headline that counts: its score, its weight, and what it adds to the score of the symbol.',
    answer: { description: 'The sentiment and its headlines', type: SentimentDetailsRead },
  })
  readSentimentDetails(@CheckedQuery() query: SentimentQuery) {
    return this.service.readDetails(query);
  }
}
