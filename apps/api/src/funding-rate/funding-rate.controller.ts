import { Controller, Get } from '@nestjs/common';
import { ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { JsonText } from '../http/json-text';
import { Operation } from '../http/operation';
import { CheckedPath, CheckedQuery } from '../http/validation/pipes';
import {
  FundingRateItem,
  FundingRatePath,
  FundingRatesQuery,
  LatestFundingRateQuery,
} from './funding-rate.dto';
import { FundingRateService } from './funding-rate.service';

@ApiTags('Funding rates')
@ApiExtraModels(FundingRateItem)
@Controller('api/v1/data/funding-rate')
export class FundingRateController {
  constructor(private readonly service: FundingRateService) {}

  @Get(':symbol')
  @Operation({
    summary: 'Read settled funding rates',
    description: 'The latest payments, ascending by funding time. A symbol without any has an empty list.',
    answer: {
      description: 'Funding rates',
      schema: { type: 'array', items: { $ref: getSchemaPath(FundingRateItem) } },
    },
  })
  listFundingRates(@CheckedPath() { symbol }: FundingRatePath, @CheckedQuery() query: FundingRatesQuery) {
    return this.service.list(symbol, query);
  }

  @Get(':symbol/latest')
  @JsonText()
  @Operation({
    summary: 'Read the latest settled funding rate',
    description: 'The newest payment that was made, or null where none is stored.',
    answer: {
      description: 'The funding rate, or null',
      schema: { type: 'object', nullable: true, allOf: [{ $ref: getSchemaPath(FundingRateItem) }] },
    },
  })
  readLatestFundingRate(
    @CheckedPath() { symbol }: FundingRatePath,
    @CheckedQuery() query: LatestFundingRateQuery,
  ) {
    return this.service.latest(symbol, query);
  }
}
