import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ParameterSearchRuns } from '#domain/parameter-search/parameter-search-runs';
import { JobFlows } from '#messaging/job-flows';
import { JobOutbox } from '#messaging/job-outbox';

interface UnfinishedSearch {
  readonly id: number;
  readonly run: number;
}

/** Puts searches whose jobs the queue lost back before the workers. */
@Injectable()
export class ParameterSearchRequeue {
  constructor(
    private readonly dataSource: DataSource,
    private readonly runs: ParameterSearchRuns,
    private readonly outbox: JobOutbox,
    private readonly flows: JobFlows,
  ) {}

  /** A search that is not planned yet: the row's new run and the outbox entry commit together. */
  async resubmit(search: UnfinishedSearch): Promise<void> {
    const entry = await this.dataSource.transaction(async (manager) => {
      const run = await this.runs.requeue(manager, search);
      if (run === undefined) return undefined;
      return this.outbox.write(manager, 'parameter-search', { searchId: search.id, run });
    });
    if (entry) this.outbox.dispatch(entry);
  }

  /** A planned search: a new flow for the chunks that are still open. */
  async rebuild(search: UnfinishedSearch): Promise<void> {
    const run = await this.runs.requeue(this.dataSource.manager, search);
    if (run === undefined) return;
    await this.flows.addSearch({ id: search.id, run }, await this.runs.openChunks(search.id));
  }
}
