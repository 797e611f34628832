import { Controller, Get, Param, Post, Res, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { VerificationOutcome } from '#domain/backtesting/verification';
import type { Submitter } from '#domain/job-runs/job-runs';
import { disconnection } from '../http/disconnection';
import { pointTo } from '../http/located-answer';
import { errorAnswer, Operation } from '../http/operation';
import { RequestSubmitter } from '../http/submitter';
import { IdPipe } from '../http/validation/pipes';
import {
  BacktestVerificationRead,
  SweepVerificationRead,
  toVerification,
  VerificationUnderWay,
  WalkForwardVerificationRead,
} from './verification.dto';
import { type VerifiedKind, Verifications } from './verifications';

const OTHER_ANSWERS = {
  202: { description: 'It is running: GET on the same path reads it later', type: VerificationUnderWay },
  404: errorAnswer('There is no such run, or it was never verified', 'No backtest with the id 42'),
  409: errorAnswer(
    'The run is not completed, or a client set its status to completed',
    'Backtest 42 is failed: only a completed one can be verified',
  ),
};

const AGAIN =
  'Runs it again on the candles, funding and settings of today, and says whether fingerprint and results are the same to the last byte. ' +
  'A run of an older engine is not compared: `identical` is null, and `metrics` are those of this engine. ' +
  'Waits up to 30 s; 202 means that it continues. A request during a verification joins it.';
const OF_A_SEARCH = ' It costs what the search cost, and goes through the same queue.';
const READ = 'The outcome of the last verification; 202 while it is running; 404 when none was requested.';

const VerificationOperation = (summary: string, description: string, type: Type) =>
  Operation({
    summary,
    description,
    answer: { description: 'The outcome', type },
    otherAnswers: OTHER_ANSWERS,
  });

@ApiTags('Backtesting')
@Controller('api/v1/backtesting')
export class VerificationController {
  constructor(private readonly verifications: Verifications) {}

  @Post('walk-forward/:w_id/verify')
  @VerificationOperation('Verify a walk-forward run', AGAIN + OF_A_SEARCH, WalkForwardVerificationRead)
  verifyWalkForward(
    @Param('w_id', IdPipe) id: number,
    @RequestSubmitter() submitter: Submitter,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.verify('walk_forward', id, submitter, response);
  }

  @Get('walk-forward/:w_id/verify')
  @VerificationOperation('Read the verification of a walk-forward run', READ, WalkForwardVerificationRead)
  readWalkForwardVerification(
    @Param('w_id', IdPipe) id: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.read('walk_forward', id, response);
  }

  @Post('sweep/:s_id/verify')
  @VerificationOperation('Verify a parameter sweep', AGAIN + OF_A_SEARCH, SweepVerificationRead)
  verifySweep(
    @Param('s_id', IdPipe) id: number,
    @RequestSubmitter() submitter: Submitter,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.verify('sweep', id, submitter, response);
  }

  @Get('sweep/:s_id/verify')
  @VerificationOperation('Read the verification of a parameter sweep', READ, SweepVerificationRead)
  readSweepVerification(@Param('s_id', IdPipe) id: number, @Res({ passthrough: true }) response: Response) {
    return this.read('sweep', id, response);
  }

  @Post('portfolio/:p_id/verify')
  @VerificationOperation('Verify a portfolio run', AGAIN, BacktestVerificationRead)
  verifyPortfolio(
    @Param('p_id', IdPipe) id: number,
    @RequestSubmitter() submitter: Submitter,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.verify('portfolio', id, submitter, response);
  }

  @Get('portfolio/:p_id/verify')
  @VerificationOperation('Read the verification of a portfolio run', READ, BacktestVerificationRead)
  readPortfolioVerification(
    @Param('p_id', IdPipe) id: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.read('portfolio', id, response);
  }

  @Post(':b_id/verify')
  @VerificationOperation(
    'Verify a backtest',
    `${AGAIN} \`changed\` has \`record\` where a client edited the figures of the record.`,
    BacktestVerificationRead,
  )
  verifyBacktest(
    @Param('b_id', IdPipe) id: number,
    @RequestSubmitter() submitter: Submitter,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.verify('backtest', id, submitter, response);
  }

  @Get(':b_id/verify')
  @VerificationOperation('Read the verification of a backtest', READ, BacktestVerificationRead)
  readBacktestVerification(
    @Param('b_id', IdPipe) id: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.read('backtest', id, response);
  }

  private async verify(kind: VerifiedKind, id: number, submitter: Submitter, response: Response) {
    const outcome = await this.verifications.verify(kind, id, submitter, disconnection(response));
    return answer(kind, id, outcome, response);
  }

  private async read(kind: VerifiedKind, id: number, response: Response) {
    return answer(kind, id, await this.verifications.read(kind, id), response);
  }
}

function answer(kind: VerifiedKind, id: number, outcome: VerificationOutcome | null, response: Response) {
  if (outcome) return toVerification(kind, id, outcome);
  pointTo(response.status(202), response.req.path);
  return { id, status: 'running' };
}
