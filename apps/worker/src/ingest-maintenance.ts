import { Injectable } from '@nestjs/common';
import { HeadlineRetention } from '#domain/headlines/headline-retention';
import { IdempotencyKeys } from '#domain/idempotency/idempotency-keys';
import { Shutdown } from '#platform/shutdown/shutdown';
import { FundingSchedule } from './funding-ingest/funding-schedule';
import { HeadlineSchedule } from './headline-fetch/headline-schedule';
import type { MaintenanceTask } from './maintenance-task';

const ONCE_A_MINUTE = { pauseMilliseconds: 60_000, firstPauseMilliseconds: 0 };

/** Keeps a job for every configured source, and deletes what retention does not keep. */
@Injectable()
export class IngestMaintenance {
  constructor(
    private readonly funding: FundingSchedule,
    private readonly headlines: HeadlineSchedule,
    private readonly headlineRetention: HeadlineRetention,
    private readonly idempotencyKeys: IdempotencyKeys,
    private readonly shutdown: Shutdown,
  ) {}

  tasks(): MaintenanceTask[] {
    return [
      {
        task: 'funding_schedule',
        what: 'The schedule of funding',
        work: () => this.funding.keep(),
        ...ONCE_A_MINUTE,
      },
      {
        task: 'headline_schedule',
        what: 'The schedule of headlines',
        work: () => this.headlines.keep(),
        ...ONCE_A_MINUTE,
      },
      {
        task: 'headline_retention',
        what: 'The deletion of old headlines',
        pauseMilliseconds: 60_000,
        work: () => this.headlineRetention.deleteOld(this.shutdown.signal),
      },
      {
        task: 'idempotency_retention',
        what: 'The deletion of expired idempotency keys',
        pauseMilliseconds: 60_000,
        work: () => this.idempotencyKeys.deleteExpired(this.shutdown.signal),
      },
    ];
  }
}
