import { Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Submitter } from '#domain/job-runs/job-runs';
import { IdempotencyKey } from '../http/idempotency/idempotency-key';
import { IfMatch } from '../http/if-match';
import { Operation, pageSchema } from '../http/operation';
import { ListingAnswer } from '../http/listing';
import { RecordPageQuery } from '../http/page.dto';
import { RequestSubmitter } from '../http/submitter';
import { CheckedQuery, IdPipe, OpenBody, StrictBody } from '../http/validation/pipes';
import { BacktestRequests } from './backtest-requests';
import { BacktestSubmissions } from './backtest-submissions';
import { BacktestResultRead, SubmitBacktestDto, UpdateBacktestDto } from './backtest.dto';
import { BacktestingService } from './backtesting.service';
import { FeePresetRead } from './fee-presets.dto';
import { describeStrategies, StrategiesRead } from './strategies.dto';
import { RunSubmission, SubmittedRun } from './submitted-run';

@ApiTags('Backtesting')
@ApiExtraModels(BacktestResultRead, FeePresetRead)
@Controller('api/v1/backtesting')
export class BacktestingController {
  constructor(
    private readonly service: BacktestingService,
    private readonly requests: BacktestRequests,
    private readonly submissions: BacktestSubmissions,
  ) {}

  @Get()
  @Operation({
    summary: 'List backtests',
    description: 'Newest first.',
    answer: { description: 'A page of backtests', schema: pageSchema(BacktestResultRead) },
  })
  async listBacktests(@CheckedQuery() query: RecordPageQuery, @ListingAnswer() answer: ListingAnswer) {
    return answer(query, await this.service.list(query));
  }

  @Post()
  @RunSubmission({
    summary: 'Submit a backtest',
    description:
      'Queues the run and answers its record, pending. Read it until its status is completed or failed; the report then has every figure, or the reason. ' +
      'With `Prefer: wait=N` the request waits for that: 200 when the run is over in time, else 202.',
    what: 'The record of the run',
    type: BacktestResultRead,
  })
  async submitBacktest(
    @StrictBody() request: SubmitBacktestDto,
    @RequestSubmitter() submitter: Submitter,
    @IdempotencyKey() key: IdempotencyKey | undefined,
    @SubmittedRun() answer: SubmittedRun,
  ) {
    const submitted = await this.submissions.submit(request, submitter, key);
    return answer(submitted, (backtest, wait) => this.submissions.waitFor(backtest, wait));
  }

  @Get('fee-presets')
  @Operation({
    summary: 'Fee presets of all exchanges',
    description:
      'Maker and taker fees by exchange and market, of an account without volume discount, with their date.',
    answer: {
      description: 'Presets by exchange',
      schema: { type: 'object', additionalProperties: { $ref: getSchemaPath(FeePresetRead) } },
    },
  })
  listFeePresets() {
    return this.requests.feePresets();
  }

  @Get('strategies')
  @Operation({
    summary: 'Built-in strategies',
    description: 'Each strategy with its parameters, their ranges, defaults and the values a search tries.',
    answer: { description: 'The strategies', type: StrategiesRead },
  })
  listStrategies() {
    return describeStrategies();
  }

  @Get(':b_id')
  @Operation({
    summary: 'Read a backtest',
    description: 'The record of a run. Metrics are null until it is completed, and where they are undefined.',
    answer: { description: 'The record', type: BacktestResultRead },
  })
  readBacktest(@Param('b_id', IdPipe) id: number) {
    return this.service.read(id);
  }

  @Patch(':b_id')
  @Operation({
    summary: 'Change a backtest',
    description:
      'Setting a status or a metric marks the record as manually edited: a queued or running job is cancelled, and no job writes to the record afterwards.',
    answer: { description: 'The record as it now is', type: BacktestResultRead },
  })
  updateBacktest(
    @Param('b_id', IdPipe) id: number,
    @OpenBody() changes: UpdateBacktestDto,
    @IfMatch() ifMatch: IfMatch,
  ) {
    return this.service.update(id, changes, ifMatch);
  }

  @Delete(':b_id')
  @Operation({
    summary: 'Delete a backtest',
    description: 'Cancels a queued or running job, then removes the record, its report and its trades.',
    status: 204,
    answer: { description: 'Deleted' },
  })
  deleteBacktest(@Param('b_id', IdPipe) id: number, @IfMatch() ifMatch: IfMatch) {
    return this.service.delete(id, ifMatch);
  }
}
