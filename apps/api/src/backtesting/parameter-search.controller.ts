import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import type { Submitter } from '#domain/job-runs/job-runs';
import { ListingAnswer } from '../http/listing';
import { IdempotencyKey } from '../http/idempotency/idempotency-key';
import { IfMatch } from '../http/if-match';
import { errorAnswer, Operation, pageSchema } from '../http/operation';
import { RecordPageQuery } from '../http/page.dto';
import { RequestedWait } from '../http/requested-wait';
import { RequestSubmitter } from '../http/submitter';
import { CheckedQuery, IdPipe, OpenBody } from '../http/validation/pipes';
import { namesOfUnknown } from '../http/validation/read-fields';
import { SubmitSweepDto, SubmitWalkForwardDto } from './parameter-search.dto';
import { ParameterSearchService } from './parameter-search.service';
import { RunSubmission, SubmittedRun } from './submitted-run';
import { SweepItemRead, SweepRead } from './sweep.dto';
import { SweepMatrixQuery, SweepMatrixRead, toSweepMatrix } from './sweep-matrix.dto';
import { WalkForwardItemRead, WalkForwardRead } from './walk-forward.dto';

const DEFAULT_WAIT_SECONDS = 30;

@ApiTags('Backtesting')
@ApiExtraModels(SweepItemRead, WalkForwardItemRead)
@Controller('api/v1/backtesting')
export class ParameterSearchController {
  constructor(private readonly service: ParameterSearchService) {}

  @Post('walk-forward')
  @Operation({
    summary: 'Walk-forward validation',
    description:
      'Optimises the parameters on one window, tests them on the next, and again; then says how likely the result is luck. ' +
      'The request waits for the result; when that takes longer, the answer is running and its id leads to the result.',
    takesIdempotencyKey: true,
    wait: { defaultSeconds: DEFAULT_WAIT_SECONDS },
    answer: { description: 'The run', type: WalkForwardRead },
  })
  async runWalkForward(
    @OpenBody() request: SubmitWalkForwardDto,
    @Body() body: object,
    @RequestSubmitter() submitter: Submitter,
    @IdempotencyKey() key: IdempotencyKey | undefined,
    @RequestedWait() { seconds = DEFAULT_WAIT_SECONDS, disconnected }: RequestedWait,
  ) {
    const unknownFields = namesOfUnknown(body, SubmitWalkForwardDto);
    const submitted = await this.service.submit(
      { kind: 'walk_forward', request, unknownFields },
      submitter,
      key,
    );
    const search = await this.service.waitFor('walk_forward', submitted, { seconds, disconnected });
    // Also while no worker has begun: the caller does the same, it reads again later.
    return search.status === 'pending' ? Object.assign(search, { status: 'running' as const }) : search;
  }

  @Get('walk-forward')
  @Operation({
    summary: 'List walk-forward runs',
    description: 'Newest first.',
    answer: { description: 'A page of runs', schema: pageSchema(WalkForwardItemRead) },
  })
  async listWalkForwards(@CheckedQuery() query: RecordPageQuery, @ListingAnswer() answer: ListingAnswer) {
    return answer(query, await this.service.listWalkForwards(query));
  }

  @Get('walk-forward/:w_id')
  @Operation({
    summary: 'Read a walk-forward run',
    description: 'The result once its status is completed; progress and the reason of a failure until then.',
    answer: { description: 'The run', type: WalkForwardRead },
  })
  readWalkForward(@Param('w_id', IdPipe) id: number) {
    return this.service.read('walk_forward', id);
  }

  @Delete('walk-forward/:w_id')
  @Operation({
    summary: 'Delete a walk-forward run',
    description: 'Cancels it when it is not over, then removes it.',
    status: 204,
    answer: { description: 'Deleted' },
  })
  deleteWalkForward(@Param('w_id', IdPipe) id: number, @IfMatch() ifMatch: IfMatch) {
    return this.service.delete('walk_forward', id, ifMatch);
  }

  @Post('sweep')
  @RunSubmission({
    summary: 'Submit a parameter sweep',
    description:
      'Runs a grid of parameters over one range. Read it until its status is completed or failed. ' +
      'With `Prefer: wait=N` the request waits for that: 200 when the sweep is over in time, else 202.',
    what: 'The sweep',
    type: SweepRead,
  })
  async submitSweep(
    @OpenBody() request: SubmitSweepDto,
    @Body() body: object,
    @RequestSubmitter() submitter: Submitter,
    @IdempotencyKey() key: IdempotencyKey | undefined,
    @SubmittedRun() answer: SubmittedRun,
  ) {
    const unknownFields = namesOfUnknown(body, SubmitSweepDto);
    const submitted = await this.service.submit({ kind: 'sweep', request, unknownFields }, submitter, key);
    return answer(submitted, (sweep, wait) => this.service.waitFor('sweep', sweep, wait));
  }

  @Get('sweep')
  @Operation({
    summary: 'List parameter sweeps',
    description: 'Newest first.',
    answer: { description: 'A page of sweeps', schema: pageSchema(SweepItemRead) },
  })
  async listSweeps(@CheckedQuery() query: RecordPageQuery, @ListingAnswer() answer: ListingAnswer) {
    return answer(query, await this.service.listSweeps(query));
  }

  @Get('sweep/:s_id')
  @Operation({
    summary: 'Read a parameter sweep',
    description:
      'Every combination with its figures, the best one, and the probability of backtest overfitting.',
    answer: { description: 'The sweep', type: SweepRead },
  })
  readSweep(@Param('s_id', IdPipe) id: number) {
    return this.service.read('sweep', id);
  }

  @Get('sweep/:s_id/matrix')
  @Operation({
    summary: 'Read a sweep as a matrix',
    description: 'A figure of all combinations over the values of two parameters, for a heat map.',
    answer: { description: 'The matrix', type: SweepMatrixRead },
    otherAnswers: {
      409: errorAnswer(
        'The sweep is not completed',
        'Sweep 42 is pending: only a completed one has a matrix',
      ),
    },
  })
  async readSweepMatrix(@Param('s_id', IdPipe) id: number, @CheckedQuery() query: SweepMatrixQuery) {
    return toSweepMatrix(await this.service.find('sweep', id), query);
  }

  @Delete('sweep/:s_id')
  @Operation({
    summary: 'Delete a parameter sweep',
    description: 'Cancels it when it is not over, then removes it.',
    status: 204,
    answer: { description: 'Deleted' },
  })
  deleteSweep(@Param('s_id', IdPipe) id: number, @IfMatch() ifMatch: IfMatch) {
    return this.service.delete('sweep', id, ifMatch);
  }
}
