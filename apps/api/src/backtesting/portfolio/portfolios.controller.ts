import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import type { Submitter } from '#domain/job-runs/job-runs';
import { IdempotencyKey } from '../../http/idempotency/idempotency-key';
import { IfMatch } from '../../http/if-match';
import { ListingAnswer } from '../../http/listing';
import { Operation, pageSchema } from '../../http/operation';
import { RecordPageQuery } from '../../http/page.dto';
import { RequestSubmitter } from '../../http/submitter';
import { CheckedQuery, IdPipe, StrictBody } from '../../http/validation/pipes';
import { RunSubmission, SubmittedRun } from '../submitted-run';
import { PortfolioRead } from './portfolio.dto';
import { PortfolioSubmissions } from './portfolio-submissions';
import { PortfoliosService } from './portfolios.service';
import { SubmitPortfolioDto } from './submit-portfolio.dto';

@ApiTags('Backtesting')
@ApiExtraModels(PortfolioRead)
@Controller('api/v1/backtesting/portfolio')
export class PortfoliosController {
  constructor(
    private readonly service: PortfoliosService,
    private readonly submissions: PortfolioSubmissions,
  ) {}

  @Get()
  @Operation({
    summary: 'List portfolio runs',
    description: 'Newest first.',
    answer: { description: 'A page of portfolio runs', schema: pageSchema(PortfolioRead) },
  })
  async listPortfolios(@CheckedQuery() query: RecordPageQuery, @ListingAnswer() answer: ListingAnswer) {
    return answer(query, await this.service.list(query));
  }

  @Post()
  @RunSubmission({
    summary: 'Submit a portfolio run',
    description:
      'Queues a backtest of many series in one account and answers its record, pending: weighted, ranked, or traded by one strategy with shared cash. ' +
      'Read it until its status is completed or failed; the report then has every figure, or the reason. ' +
      'With `Prefer: wait=N` the request waits for that: 200 when the run is over in time, else 202.',
    what: 'The record of the run',
    type: PortfolioRead,
  })
  async submitPortfolio(
    @StrictBody() request: SubmitPortfolioDto,
    @RequestSubmitter() submitter: Submitter,
    @IdempotencyKey() key: IdempotencyKey | undefined,
    @SubmittedRun() answer: SubmittedRun,
  ) {
    const submitted = await this.submissions.submit(request, submitter, key);
    return answer(submitted, (portfolio, wait) => this.submissions.waitFor(portfolio, wait));
  }

  @Get(':p_id')
  @Operation({
    summary: 'Read a portfolio run',
    description: 'The record of a run. Metrics are null until it is completed, and where they are undefined.',
    answer: { description: 'The record', type: PortfolioRead },
  })
  readPortfolio(@Param('p_id', IdPipe) id: number) {
    return this.service.read(id);
  }

  @Delete(':p_id')
  @Operation({
    summary: 'Delete a portfolio run',
    description: 'Cancels a queued or running job, then removes the record, its report, weights and trades.',
    status: 204,
    answer: { description: 'Deleted' },
  })
  deletePortfolio(@Param('p_id', IdPipe) id: number, @IfMatch() ifMatch: IfMatch) {
    return this.service.delete(id, ifMatch);
  }
}
