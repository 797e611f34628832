import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { JobEntry } from '#domain/job-runs/job-outbox-entry.entity';
import { type ChunkKey, chunkOf, ParameterSearches } from '#domain/parameter-search/parameter-searches';
import type { SearchChunk } from '#engine/validation/search-chunks';
import { JobOutbox } from '#messaging/job-outbox';
import type { HeldRun, JobOutcome } from '../jobs/held-run';
import type { JobProcessor } from '../jobs/job-processor';
import { ThreadPool } from '../thread-pool';
import { SearchInputs, type SearchPlan } from './search-inputs';
import { SearchOutcomes } from './search-outcomes';

/** Computes some combinations of a search over some of its windows; the last one to finish submits the assembly. */
@Injectable()
export class ParameterSearchChunkProcessor implements JobProcessor {
  constructor(
    private readonly searches: ParameterSearches,
    private readonly inputs: SearchInputs,
    private readonly outcomes: SearchOutcomes,
    private readonly threads: ThreadPool,
    private readonly outbox: JobOutbox,
  ) {}

  async perform(run: HeldRun, signal: AbortSignal): Promise<JobOutcome> {
    const key = chunkOf(run.subject);
    const [search, work] = await Promise.all([
      this.searches.findUnfinished(key.searchId),
      this.searches.findWork(key),
    ]);
    if (!search || !work) return 'dropped';
    return this.outcomes.orRefused(run, search, async () => {
      const { now, data } = search.plan as SearchPlan;
      const task = await this.inputs.prepare(search, now, run.stop);
      const chunk = work as SearchChunk;
      const result = await this.threads.run('runChunkTask', { ...task, chunk, data }, signal);
      return run.completeAndSubmit((manager) => this.store(manager, run, key, result));
    });
  }

  private async store(
    manager: EntityManager,
    { submitter }: HeldRun,
    key: ChunkKey,
    result: object,
  ): Promise<readonly JobEntry[]> {
    const isLast = await this.searches.completeChunk(manager, key, result);
    return isLast ? this.outbox.submit(manager, 'parameter-search-assemble', key.searchId, submitter) : [];
  }
}
