import { Injectable } from '@nestjs/common';
import { HeadlineRetention } from '#domain/headlines/headline-retention';
import { Shutdown } from '#platform/shutdown/shutdown';
import { FundingIngestSweeper } from './funding-ingest/funding-ingest.sweeper';
import { HeadlineFetchSweeper } from './headline-fetch/headline-fetch.sweeper';
import type { MaintenanceTask } from './maintenance-task';

const ONCE_A_MINUTE = { pauseMilliseconds: 60_000, firstPauseMilliseconds: 0 };

/** What keeps the questions to others going, and clears away after them. */
@Injectable()
export class IngestMaintenance {
  constructor(
    private readonly funding: FundingIngestSweeper,
    private readonly headlines: HeadlineFetchSweeper,
    private readonly headlineRetention: HeadlineRetention,
    private readonly shutdown: Shutdown,
  ) {}

  tasks(): MaintenanceTask[] {
    return [
      { what: 'The sweep for missed funding', work: () => this.funding.sweep(), ...ONCE_A_MINUTE },
      {
        what: 'The sweep for headlines that are due',
        work: () => this.headlines.sweep(),
        ...ONCE_A_MINUTE,
      },
      {
        what: 'The deletion of old headlines',
        pauseMilliseconds: 60_000,
        work: () => this.headlineRetention.deleteOld(this.shutdown.signal),
      },
    ];
  }
}
