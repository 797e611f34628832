import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Submitter } from '#domain/job-runs/job-runs';
import { IdempotencyKey } from '../../http/idempotency/idempotency-key';
import { RequestSubmitter } from '../../http/submitter';
import { StrictBody } from '../../http/validation/pipes';
import { ParameterSearchService } from '../parameter-search.service';
import { RunSubmission, SubmittedRun } from '../submitted-run';
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
  @RunSubmission({
    summary: 'Submit a parameter sweep of a portfolio',
    description: `Runs a portfolio with each combination of settings over one range. ${CHECKED} ${READ}: GET sweep/{id}.`,
    what: 'The sweep',
    type: SweepRead,
  })
  async submitPortfolioSweep(
    @StrictBody() request: SubmitPortfolioSweepDto,
    @RequestSubmitter() submitter: Submitter,
    @IdempotencyKey() key: IdempotencyKey | undefined,
    @SubmittedRun() answer: SubmittedRun,
  ) {
    const submitted = await this.searches.submit({ kind: 'sweep', request }, submitter, key);
    return answer(
      submitted,
      (sweep, wait) => this.service.waitFor('sweep', sweep, wait),
      (id) => `/api/v1/backtesting/sweep/${id}`,
    );
  }

  @Post('walk-forward')
  @RunSubmission({
    summary: 'Submit a walk-forward run of a portfolio',
    description:
      'Chooses the settings of a portfolio on one window, tests them on the next, and again; then says how likely the result is luck. ' +
      `${CHECKED} ${READ}: GET walk-forward/{id}.`,
    what: 'The run',
    type: WalkForwardRead,
  })
  async submitPortfolioWalkForward(
    @StrictBody() request: SubmitPortfolioWalkForwardDto,
    @RequestSubmitter() submitter: Submitter,
    @IdempotencyKey() key: IdempotencyKey | undefined,
    @SubmittedRun() answer: SubmittedRun,
  ) {
    const submitted = await this.searches.submit({ kind: 'walk_forward', request }, submitter, key);
    return answer(
      submitted,
      (run, wait) => this.service.waitFor('walk_forward', run, wait),
      (id) => `/api/v1/backtesting/walk-forward/${id}`,
    );
  }
}
