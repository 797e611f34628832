import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FundingIngests, fundingSubjectOf } from '#domain/funding/funding-ingests';
import { NO_SUBMITTER } from '#domain/job-runs/job-runs';
import { JobOutbox } from '#messaging/job-outbox';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { FundingOutcomes } from './funding-outcomes';

/** Has a job for every symbol that is configured. A job that is there goes on by itself, hour by hour. */
@Injectable()
export class FundingSchedule {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ingests: FundingIngests,
    private readonly outcomes: FundingOutcomes,
    private readonly outbox: JobOutbox,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async keep(): Promise<void> {
    const { fundingSymbols } = this.environment;
    if (fundingSymbols.length === 0) return;
    const entries = await this.dataSource.transaction(async (manager) => {
      await this.ingests.track(manager, fundingSymbols);
      return this.outbox.submitAll(
        manager,
        'funding-ingest',
        fundingSymbols.map(fundingSubjectOf),
        NO_SUBMITTER,
      );
    });
    this.outbox.dispatch(entries);
    for (const { succeededAt, ...target } of await this.ingests.successes(fundingSymbols)) {
      this.outcomes.showSuccess(target, succeededAt);
    }
  }
}
