import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BacktestVerifications } from '#domain/backtesting/backtest-verifications';
import { JobOutbox } from '#messaging/job-outbox';
import { BacktestResultsService } from './backtest-results.service';
import { CompletedRunVerification } from './completed-run-verification';

/** Has a worker run a completed backtest again. */
@Injectable()
export class BacktestVerificationService extends CompletedRunVerification {
  constructor(
    dataSource: DataSource,
    results: BacktestResultsService,
    verifications: BacktestVerifications,
    outbox: JobOutbox,
  ) {
    super(dataSource, verifications, outbox, {
      what: 'backtest',
      job: 'backtest-verify',
      find: (id) => results.find(id),
    });
  }
}
