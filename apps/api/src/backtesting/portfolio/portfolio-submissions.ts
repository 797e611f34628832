import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Submitter } from '#domain/job-runs/job-runs';
import { PortfolioRun } from '#domain/portfolios/portfolio-run.entity';
import { findRecord } from '#domain/records/records';
import type { IdempotencyKey } from '../../http/idempotency/idempotency-key';
import { JobSubmissions } from '../../http/idempotency/job-submissions';
import type { RequestedWait } from '../../http/requested-wait';
import { holdOrRefuse } from '../dataset-requests';
import { RunWaits } from '../run-waits';
import { type PortfolioRead, toPortfolioRead } from './portfolio.dto';
import { PortfolioRequests } from './portfolio-requests';
import type { SubmitPortfolioDto } from './submit-portfolio.dto';

/** Takes requests for portfolio runs. */
@Injectable()
export class PortfolioSubmissions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly requests: PortfolioRequests,
    private readonly submissions: JobSubmissions,
    private readonly waits: RunWaits,
  ) {}

  submit(
    request: SubmitPortfolioDto,
    submitter: Submitter,
    key: IdempotencyKey | undefined,
  ): Promise<PortfolioRead> {
    return this.submissions.submit('portfolio', { submitter, key }, async () => {
      const requested = await this.requests.check(request);
      return async (manager) => {
        await holdOrRefuse(manager, requested.datasets);
        const portfolio = manager.create(PortfolioRun, {
          ...requested,
          sharpeRatio: null,
          maxDrawdown: null,
          totalReturn: null,
        });
        await manager.insert(PortfolioRun, portfolio);
        return { subject: portfolio.id, answer: toPortfolioRead(portfolio) };
      };
    });
  }

  /** The record after the wait; as it was submitted where it has been deleted since. */
  async waitFor(submitted: PortfolioRead, wait: RequestedWait): Promise<PortfolioRead> {
    await this.waits.untilOver('portfolio_runs', submitted.id, wait);
    const portfolio = await findRecord(this.dataSource.getRepository(PortfolioRun), submitted.id);
    return portfolio ? toPortfolioRead(portfolio) : submitted;
  }
}
