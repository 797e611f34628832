import { Controller, Delete, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { ListingAnswer } from '../http/listing';
import { UntaggedGuard } from '../http/if-match';
import { Operation, pageSchema } from '../http/operation';
import { CheckedQuery, LongIdPipe } from '../http/validation/pipes';
import { CandlestickRead } from './candlestick.dto';
import { ListQuarantineQuery, QuarantinedCandleRead } from './quarantine.dto';
import { QuarantineService } from './quarantine.service';

@ApiTags('Market data')
@ApiExtraModels(QuarantinedCandleRead)
@Controller('api/v1/market-data/quarantine')
export class QuarantineController {
  constructor(private readonly service: QuarantineService) {}

  @Get()
  @Operation({
    summary: 'List quarantined candles',
    description:
      'Outliers that are held, whoever sent them, and what a feed or a backfill delivered and a rule refused; with the reason, the last that came in first.',
    answer: { description: 'A page of quarantined candles', schema: pageSchema(QuarantinedCandleRead) },
  })
  async listQuarantinedCandles(
    @CheckedQuery() query: ListQuarantineQuery,
    @ListingAnswer() answer: ListingAnswer,
  ) {
    return answer(query, await this.service.list(query));
  }

  @Post(':id/release')
  @Operation({
    summary: 'Release a quarantined candle',
    description:
      'Stores the candle after all and removes the entry, also when it jumps or lies off its grid. One whose numbers cannot be a candle stays: 422 says why.',
    answer: { description: 'The candle as stored', type: CandlestickRead },
  })
  releaseQuarantinedCandle(@Param('id', LongIdPipe) id: number) {
    return this.service.release(id);
  }

  @Delete(':id')
  @UseGuards(UntaggedGuard)
  @Operation({
    summary: 'Discard a quarantined candle',
    description: 'Removes the entry for good.',
    status: 204,
    answer: { description: 'Discarded' },
  })
  discardQuarantinedCandle(@Param('id', LongIdPipe) id: number) {
    return this.service.discard(id);
  }
}
