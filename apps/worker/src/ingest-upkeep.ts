import { Injectable } from '@nestjs/common';
import { FundingIngestSweeper } from './funding-ingest/funding-ingest.sweeper';
import { HeadlineFetchSweeper } from './headline-fetch/headline-fetch.sweeper';

interface UpkeepTask {
  readonly what: string;
  readonly work: () => Promise<unknown>;
}

/** What keeps the questions to others going, each to be done once a minute. */
@Injectable()
export class IngestUpkeep {
  constructor(
    private readonly funding: FundingIngestSweeper,
    private readonly headlines: HeadlineFetchSweeper,
  ) {}

  tasks(): UpkeepTask[] {
    return [
      { what: 'The sweep for missed funding', work: () => this.funding.sweep() },
      { what: 'The sweep for headlines that are due', work: () => this.headlines.sweep() },
    ];
  }
}
