import { Injectable } from '@nestjs/common';
import { ParameterSearches } from '#domain/parameter-search/parameter-searches';
import type { ChunkResult } from '#engine/validation/run-combinations';
import type { HeldRun, JobOutcome } from '../jobs/held-run';
import type { JobProcessor } from '../jobs/job-processor';
import { ThreadPool } from '../thread-pool';
import { SearchInputs, type SearchPlan } from './search-inputs';
import { SearchOutcomes } from './search-outcomes';
import { toStoredSweep, toStoredWalkForward } from './to-stored-search';

/** Puts a search's chunks together, once all of them are done. */
@Injectable()
export class ParameterSearchAssembleProcessor implements JobProcessor {
  constructor(
    private readonly searches: ParameterSearches,
    private readonly inputs: SearchInputs,
    private readonly outcomes: SearchOutcomes,
    private readonly threads: ThreadPool,
  ) {}

  async perform(run: HeldRun, signal: AbortSignal): Promise<JobOutcome> {
    const search = await this.searches.findUnfinished(run.id);
    if (!search) return 'dropped';
    return this.outcomes.orRefused(run, search, async () => {
      const { now, data } = search.plan as SearchPlan;
      const task = await this.inputs.prepare(search, now, run.stop);
      const results = (await this.searches.chunkResults(run.id)) as ChunkResult[];
      const outcome = await this.threads.run('assembleTask', { ...task, results, data }, signal);
      const { lookaheadCheck } = outcome;
      if ('sweep' in outcome) {
        const sweep = toStoredSweep(task, data, outcome.sweep);
        return this.outcomes.complete(run, search, { ...sweep, lookaheadCheck });
      }
      const walkForward = toStoredWalkForward(task, data, outcome.walkForward);
      return this.outcomes.complete(run, search, { ...walkForward, lookaheadCheck }, outcome.tests);
    });
  }
}
