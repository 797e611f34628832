import { Body, Controller, Delete, Get, Headers, Param, Post, Res } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Submitter } from '#domain/job-runs/job-runs';
import { ListingAnswer } from '../http/listing';
import { disconnection } from '../http/disconnection';
import { IfMatch } from '../http/if-match';
import { Operation, pageSchema } from '../http/operation';
import { RecordPageQuery } from '../http/page.dto';
import { RequestSubmitter } from '../http/submitter';
import { CheckedQuery, IdPipe, OpenBody } from '../http/validation/pipes';
import { namesOfUnknown } from '../http/validation/read-fields';
import { SubmitSweepDto, SubmitWalkForwardDto } from './parameter-search.dto';
import { ParameterSearchService } from './parameter-search.service';
import { SweepRead } from './sweep.dto';
import { WalkForwardItemRead, WalkForwardRead } from './walk-forward.dto';

const DEFAULT_WAIT_SECONDS = 30;
const LONGEST_WAIT_SECONDS = 60;

@ApiTags('Backtesting')
@ApiExtraModels(WalkForwardItemRead)
@Controller('api/v1/backtesting')
export class ParameterSearchController {
  constructor(private readonly service: ParameterSearchService) {}

  @Post('walk-forward')
  @ApiHeader({
    name: 'Prefer',
    required: false,
    description: 'wait=N: seconds to wait for the result, 0 to 60; 30 by default',
  })
  @Operation({
    summary: 'Walk-forward validation',
    description:
      'Optimises the parameters on one window, tests them on the next, and again; then says how likely the result is luck. ' +
      'The request waits for the result; when that takes longer, the answer is running and its id leads to the result.',
    answer: { description: 'The run', type: WalkForwardRead },
  })
  async runWalkForward(
    @OpenBody() request: SubmitWalkForwardDto,
    @Body() body: object,
    @Headers('prefer') preference: string | undefined,
    @RequestSubmitter() submitter: Submitter,
    @Res({ passthrough: true }) response: Response,
  ) {
    const seconds = waitSeconds(preference);
    if (preference) response.setHeader('preference-applied', `wait=${seconds}`);
    const disconnected = disconnection(response);
    const { id } = await this.service.submit(
      'walk_forward',
      request,
      namesOfUnknown(body, SubmitWalkForwardDto),
      submitter,
    );
    return this.service.waitFor('walk_forward', id, seconds, disconnected);
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
  @Operation({
    summary: 'Submit a parameter sweep',
    description: 'Runs a grid of parameters over one range. Read it until its status is completed or failed.',
    status: 202,
    answer: { description: 'The sweep', type: SweepRead },
  })
  submitSweep(
    @OpenBody() request: SubmitSweepDto,
    @Body() body: object,
    @RequestSubmitter() submitter: Submitter,
  ) {
    return this.service.submit('sweep', request, namesOfUnknown(body, SubmitSweepDto), submitter);
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

/** How long a request is to wait for its result: `Prefer: wait=N` (RFC 7240), within bounds. */
function waitSeconds(preference: string | undefined): number {
  const match = /(?:^|[,;\s])wait=(\d{1,6})(?:$|[,;\s])/i.exec(preference ?? '');
  return match ? Math.min(Number(match[1]), LONGEST_WAIT_SECONDS) : DEFAULT_WAIT_SECONDS;
}
