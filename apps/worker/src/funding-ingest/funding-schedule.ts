import { Inject, Injectable } from '@nestjs/common';
import { FundingIngests, fundingSubjectOf } from '#domain/funding/funding-ingests';
import { JobOutbox } from '#messaging/job-outbox';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { FundingOutcomes } from './funding-outcomes';

/** Has a job for every symbol that is configured. A job that is there goes on by itself, hour by hour. */
@Injectable()
export class FundingSchedule {
  constructor(
    private readonly ingests: FundingIngests,
    private readonly outcomes: FundingOutcomes,
    private readonly outbox: JobOutbox,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async keep(): Promise<void> {
    const { fundingSymbols } = this.environment;
    if (fundingSymbols.length === 0) return;
    await this.outbox.schedule('funding-ingest', fundingSymbols.map(fundingSubjectOf), (manager) =>
      this.ingests.track(manager, fundingSymbols),
    );
    for (const { succeededAt, ...target } of await this.ingests.successes(fundingSymbols)) {
      this.outcomes.showSuccess(target, succeededAt);
    }
  }
}
