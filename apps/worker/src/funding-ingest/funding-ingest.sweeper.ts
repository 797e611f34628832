import { Inject, Injectable } from '@nestjs/common';
import { FundingIngests } from '#domain/funding/funding-ingests';
import { JobQueues } from '#messaging/job-queues';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { FundingOutcomes } from './funding-outcomes';
import { HOURLY_PATTERN, hourToRequest } from './hour-to-request';

const MINUTE_MILLISECONDS = 60_000;
/** The scheduler's own job gets so long before an hour counts as missed. */
const GRACE_MILLISECONDS = 60_000;

/**
 * Keeps the hourly schedule in the queue, which forgets it when it is emptied, and adds a job where an hour was missed,
 * a worker was lost or a symbol waits to be tried again.
 */
@Injectable()
export class FundingIngestSweeper {
  constructor(
    private readonly ingests: FundingIngests,
    private readonly outcomes: FundingOutcomes,
    private readonly queues: JobQueues,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async sweep(): Promise<void> {
    const { fundingSymbols } = this.environment;
    if (fundingSymbols.length === 0) return;
    await this.ingests.track(fundingSymbols);
    await this.queues.keepScheduled('funding-ingest', { minute: null }, HOURLY_PATTERN);
    for (const { succeededAt, ...target } of await this.ingests.successes(fundingSymbols)) {
      this.outcomes.showSuccess(target, succeededAt);
    }
    const now = Date.now();
    const { free } = await this.ingests.due(fundingSymbols, hourToRequest(now - GRACE_MILLISECONDS));
    // Replicas that sweep in the same minute mean the same job.
    if (free) await this.queues.add('funding-ingest', { minute: Math.floor(now / MINUTE_MILLISECONDS) });
  }
}
