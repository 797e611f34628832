import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Submitter } from '#domain/job-runs/job-runs';
import { IdempotencyKey } from '../http/idempotency/idempotency-key';
import { LocatedAnswer } from '../http/located-answer';
import { errorAnswer, Operation } from '../http/operation';
import { RequestSubmitter } from '../http/submitter';
import { CheckedQuery, IdPipe, StrictBody } from '../http/validation/pipes';
import { GapRepairRead, RepairRequest } from './gap-repair.dto';
import { GapsRead, GapsRequest } from './gaps.dto';
import { GapsService } from './gaps.service';

const NO_SERIES = errorAnswer('No such series', 'No 1m candles of BTC/USDT on binance are stored');

@ApiTags('Market data')
@Controller('api/v1/market-data/gaps')
export class GapsController {
  constructor(private readonly service: GapsService) {}

  @Get()
  @Operation({
    summary: 'List gaps',
    description:
      'The candles that a series lacks by its calendar, oldest first, the first 1,000 gaps. A gap that the exchange could not fill either, at two attempts an hour or more apart, is `no_trades`; one whose candle is in quarantine names its entry; gaps are never filled with made-up candles. A range may span 2,000,000 candles.',
    answer: { description: 'What is expected, stored and missing', type: GapsRead },
    otherAnswers: { 404: NO_SERIES },
  })
  describeGaps(@CheckedQuery() request: GapsRequest) {
    return this.service.describe(request);
  }

  @Post('repair')
  @Operation({
    summary: 'Repair gaps',
    description:
      "Requests the missing candles from the exchange of the series, in a job. Stored candles are not changed; the quarantine's entry of a repaired candle is removed. What the exchange does not have either, with candles before and after, becomes `no_trades` when a repair an hour or more later does not find it either. `no_trades` is requested again with `recheck`. A request for the same as a pending job joins that job.",
    status: 202,
    takesIdempotencyKey: true,
    answer: { description: 'The job, pending', type: GapRepairRead },
    otherAnswers: { 404: NO_SERIES },
  })
  async repairGaps(
    @StrictBody() request: RepairRequest,
    @RequestSubmitter() submitter: Submitter,
    @IdempotencyKey() key: IdempotencyKey | undefined,
    @LocatedAnswer() located: LocatedAnswer,
  ) {
    return located(await this.service.repair(request, submitter, key));
  }

  @Get('repair/:id')
  @Operation({
    summary: 'Read a gap repair',
    description: 'Progress and outcome of the job.',
    answer: { description: 'The job', type: GapRepairRead },
  })
  readGapRepair(@Param('id', IdPipe) id: number) {
    return this.service.findRepair(id);
  }
}
