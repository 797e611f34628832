import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { JobEntry } from '#domain/job-runs/job-outbox-entry.entity';
import { ParameterSearches } from '#domain/parameter-search/parameter-searches';
import { JobOutbox } from '#messaging/job-outbox';
import type { HeldRun, JobOutcome } from '../jobs/held-run';
import type { JobProcessor } from '../jobs/job-processor';
import { ThreadPool } from '../thread-pool';
import { SearchInputs, type SearchPlan } from './search-inputs';
import { SearchOutcomes } from './search-outcomes';

/** Enough that a lost worker costs little and every replica finds work to the end; each is a row and a job. */
const CHUNKS_WANTED = 32;

/** Plans a search: lays out its windows and combinations, and submits its chunks. */
@Injectable()
export class ParameterSearchProcessor implements JobProcessor {
  constructor(
    private readonly searches: ParameterSearches,
    private readonly inputs: SearchInputs,
    private readonly outcomes: SearchOutcomes,
    private readonly threads: ThreadPool,
    private readonly outbox: JobOutbox,
  ) {}

  async perform(run: HeldRun, signal: AbortSignal): Promise<JobOutcome> {
    const search = await this.searches.findUnfinished(run.id);
    if (!search) return 'dropped';
    return this.outcomes.orRefused(run, search, async () => {
      const now = Date.now();
      const readAt = await this.searches.databaseTime();
      const task = await this.inputs.prepare(search, now, run.stop);
      const planning = { ...task, chunksWanted: CHUNKS_WANTED };
      const { chunks, data } = await this.threads.run('planSearchTask', planning, signal);
      const plan: SearchPlan = { now, readAt: readAt.toISOString(), data };
      return run.completeAndSubmit((manager) => this.submitChunks(manager, run, plan, chunks));
    });
  }

  private async submitChunks(
    manager: EntityManager,
    { id, submitter }: HeldRun,
    plan: SearchPlan,
    chunks: readonly object[],
  ): Promise<readonly JobEntry[]> {
    const subjects = await this.searches.plan(manager, id, plan, chunks);
    return this.outbox.submitAll(manager, 'parameter-search-chunk', subjects, submitter);
  }
}
