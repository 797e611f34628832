import { Controller, Get, Headers, Param, Post } from '@nestjs/common';
import { ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { listedTags } from '../http/entity-tag';
import { JsonText } from '../http/json-text';
import { ListingAnswer } from '../http/listing';
import { LocatedAnswer } from '../http/located-answer';
import { Operation, pageSchema } from '../http/operation';
import { CheckedQuery, LongIdPipe, StrictBody } from '../http/validation/pipes';
import {
  CandlestickRead,
  CreateCandlestickDto,
  CreateCandlestickQuery,
  ListCandlesticksQuery,
  QueryCandlesticksDto,
} from './candlestick.dto';
import { MarketDataService } from './market-data.service';

@ApiTags('Market data')
@ApiExtraModels(CandlestickRead)
@Controller('api/v1/market-data/candlesticks')
export class MarketDataController {
  constructor(private readonly service: MarketDataService) {}

  @Get()
  @JsonText()
  @Operation({
    summary: 'List candles',
    description: 'Stored candles, newest first (ties by id), of the series that match what is given.',
    answer: { description: 'A page of candles', schema: pageSchema(CandlestickRead) },
  })
  async listCandlesticks(
    @CheckedQuery() query: ListCandlesticksQuery,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @ListingAnswer() answer: ListingAnswer,
  ) {
    return answer(query, await this.service.list(query, listedTags(ifNoneMatch)));
  }

  @Post()
  @JsonText()
  @Operation({
    summary: 'Store a candle',
    description:
      'Stores a candle, or replaces the one with the same exchange, symbol, interval and open time; the id stays. What a closed candle was before is kept as a revision.',
    status: 201,
    answer: { description: 'The candle as stored', type: CandlestickRead },
  })
  async createCandlestick(
    @StrictBody() candle: CreateCandlestickDto,
    @CheckedQuery() { allow_outlier }: CreateCandlestickQuery,
    @LocatedAnswer() located: LocatedAnswer,
  ) {
    return JSON.stringify(located(await this.service.create(candle, allow_outlier)));
  }

  @Post('query')
  @JsonText()
  @Operation({
    summary: 'Query candles by time',
    description:
      'Ascending by open time, both bounds inclusive: with a start the first `limit` candles from it, else the last `limit`.',
    answer: {
      description: 'Candles',
      schema: { type: 'array', items: { $ref: getSchemaPath(CandlestickRead) } },
    },
  })
  queryCandlesticks(@StrictBody() query: QueryCandlesticksDto) {
    return this.service.query(query);
  }

  @Get(':c_id')
  @JsonText()
  @Operation({
    summary: 'Read a candle',
    description: 'The candle with this id. One lookup by key.',
    answer: { description: 'The candle', type: CandlestickRead },
  })
  readCandlestick(@Param('c_id', LongIdPipe) id: number) {
    return this.service.byId(id);
  }
}
