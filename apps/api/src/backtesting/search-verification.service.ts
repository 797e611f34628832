import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Submitter } from '#domain/job-runs/job-runs';
import type { SearchKind } from '#domain/parameter-search/parameter-search.entity';
import { SearchVerifications } from '#domain/parameter-search/search-verifications';
import { JobOutbox } from '#messaging/job-outbox';
import { nameOfSearch, ParameterSearchService } from './parameter-search.service';
import { notCompleted, type RunVerification } from './run-verification';

/** Has workers run a completed search again: as another search, in the same queue and with the same limits. */
@Injectable()
export class SearchVerificationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly searches: ParameterSearchService,
    private readonly verifications: SearchVerifications,
    private readonly outbox: JobOutbox,
  ) {}

  of(kind: SearchKind): RunVerification {
    const what = nameOfSearch(kind);
    return {
      what,
      checkCompleted: async (id) => {
        const { status } = await this.searches.find(kind, id);
        if (status !== 'completed') throw notCompleted(what, id, status);
      },
      begin: (id, submitter) => this.begin(id, submitter),
      find: (id) => this.verifications.find(id),
    };
  }

  private async begin(id: number, submitter: Submitter): Promise<void> {
    const entries = await this.dataSource.transaction(async (manager) => {
      const searchId = await this.verifications.begin(manager, id);
      if (searchId === undefined) return [];
      return this.outbox.submit(manager, 'parameter-search', searchId, submitter);
    });
    this.outbox.dispatch(entries);
  }
}
