import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PortfolioVerifications } from '#domain/portfolios/portfolio-verifications';
import { JobOutbox } from '#messaging/job-outbox';
import { CompletedRunVerification } from '../completed-run-verification';
import { PortfoliosService } from './portfolios.service';

/** Has a worker run a completed portfolio again. */
@Injectable()
export class PortfolioVerificationService extends CompletedRunVerification {
  constructor(
    dataSource: DataSource,
    portfolios: PortfoliosService,
    verifications: PortfolioVerifications,
    outbox: JobOutbox,
  ) {
    super(dataSource, verifications, outbox, {
      what: 'portfolio run',
      job: 'portfolio-verify',
      find: (id) => portfolios.find(id),
    });
  }
}
