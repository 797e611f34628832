import { Injectable } from '@nestjs/common';
import { ParameterSearchRuns } from '#domain/parameter-search/parameter-search-runs';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import type { ChunkResult } from '#engine/validation/run-combinations';
import type { JobPayloads } from '#messaging/jobs';
import type { JobOutcome, JobProcessor } from '../job-processor';
import { ParameterSearchRequeue } from './parameter-search-requeue';
import { SearchInputs, type SearchPlan } from './search-inputs';
import { SearchOutcomes } from './search-outcomes';
import { SearchThreads } from './search-threads';
import { toStoredSweep, toStoredWalkForward } from './stored-search-result';

/** Puts a search's chunks together, once its queue has done them all. */
@Injectable()
export class ParameterSearchAssembleProcessor implements JobProcessor<'parameter-search-assemble'> {
  constructor(
    private readonly runs: ParameterSearchRuns,
    private readonly inputs: SearchInputs,
    private readonly outcomes: SearchOutcomes,
    private readonly threads: SearchThreads,
    private readonly requeue: ParameterSearchRequeue,
  ) {}

  async process(
    { searchId, run }: JobPayloads['parameter-search-assemble'],
    stop: AbortSignal,
  ): Promise<JobOutcome> {
    const search = await this.runs.findRunning(searchId, run);
    if (!search) return 'dropped';
    if ((await this.runs.openChunks(searchId)).length > 0) {
      // A chunk's job failed for a reason nobody expected: what is open is tried again.
      await this.requeue.rebuild(search);
      return 'handed back';
    }
    try {
      const { now, data } = search.plan as SearchPlan;
      const task = await this.inputs.prepare(search, now, stop);
      const results = (await this.runs.chunkResults(searchId)) as ChunkResult[];
      const outcome = await this.threads.run(task, { step: 'assemble', results, data }, stop);
      const stored =
        'sweep' in outcome
          ? toStoredSweep(task, data, outcome.sweep)
          : toStoredWalkForward(task, data, outcome.walkForward);
      return (await this.outcomes.complete(search, stored)) ? 'completed' : 'dropped';
    } catch (error) {
      if (stop.aborted) return 'busy';
      if (!(error instanceof BacktestRefusal)) throw error;
      return (await this.outcomes.refuse(search, error.message)) ? 'refused' : 'dropped';
    }
  }
}
