import { Controller, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Submitter } from '#domain/job-runs/job-runs';
import { IdempotencyKey } from '../../http/idempotency/idempotency-key';
import { LocatedAnswer } from '../../http/located-answer';
import { Operation } from '../../http/operation';
import { RequestedWait } from '../../http/requested-wait';
import { RequestSubmitter } from '../../http/submitter';
import { StrictBody } from '../../http/validation/pipes';
import { ParameterSearchService } from '../parameter-search.service';
import { isOver } from '../run-waits';
import { SweepRead } from '../sweep.dto';
import { WalkForwardRead } from '../walk-forward.dto';
import { SubmitPortfolioSweepDto, SubmitPortfolioWalkForwardDto } from './portfolio-search.dto';
import { PortfolioSearches } from './portfolio-searches';

const READ =
  'With `Prefer: wait=N` the request waits for that: 200 when it is over in time, else 202. It is read, verified and deleted where all others are';
const CHECKED =
  'Parameters are paths of settings, such as weights.lookback; a path that the request does not have is refused (422).';

@ApiTags('Backtesting')
@Controller('api/v1/backtesting/portfolio')
export class PortfolioSearchesController {
  constructor(
    private readonly searches: PortfolioSearches,
    private readonly service: ParameterSearchService,
  ) {}

  @Post('sweep')
  @Operation({
    summary: 'Submit a parameter sweep of a portfolio',
    description: `Runs a portfolio with each combination of settings over one range. ${CHECKED} ${READ}: GET sweep/{id}.`,
    status: 202,
    takesIdempotencyKey: true,
    wait: { defaultSeconds: 0 },
    answer: { description: 'The sweep', type: SweepRead },
    otherAnswers: { 200: { description: 'The sweep, which is over', type: SweepRead } },
  })
  async submitPortfolioSweep(
    @StrictBody() request: SubmitPortfolioSweepDto,
    @RequestSubmitter() submitter: Submitter,
    @IdempotencyKey() key: IdempotencyKey | undefined,
    @RequestedWait() wait: RequestedWait,
    @LocatedAnswer() located: LocatedAnswer,
    @Res({ passthrough: true }) response: Response,
  ) {
    const submitted = await this.searches.submit({ kind: 'sweep', request }, submitter, key);
    const sweep = wait.seconds ? await this.service.waitFor('sweep', submitted, wait) : submitted;
    if (isOver(sweep)) response.status(200);
    return located(sweep, { path: `/api/v1/backtesting/sweep/${sweep.id}` });
  }

  @Post('walk-forward')
  @Operation({
    summary: 'Submit a walk-forward run of a portfolio',
    description:
      'Chooses the settings of a portfolio on one window, tests them on the next, and again; then says how likely the result is luck. ' +
      `${CHECKED} ${READ}: GET walk-forward/{id}.`,
    status: 202,
    takesIdempotencyKey: true,
    wait: { defaultSeconds: 0 },
    answer: { description: 'The run', type: WalkForwardRead },
    otherAnswers: { 200: { description: 'The run, which is over', type: WalkForwardRead } },
  })
  async submitPortfolioWalkForward(
    @StrictBody() request: SubmitPortfolioWalkForwardDto,
    @RequestSubmitter() submitter: Submitter,
    @IdempotencyKey() key: IdempotencyKey | undefined,
    @RequestedWait() wait: RequestedWait,
    @LocatedAnswer() located: LocatedAnswer,
    @Res({ passthrough: true }) response: Response,
  ) {
    const submitted = await this.searches.submit({ kind: 'walk_forward', request }, submitter, key);
    const run = wait.seconds ? await this.service.waitFor('walk_forward', submitted, wait) : submitted;
    if (isOver(run)) response.status(200);
    return located(run, { path: `/api/v1/backtesting/walk-forward/${run.id}` });
  }
}
