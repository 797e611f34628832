import { Injectable } from '@nestjs/common';
import { ParameterSearchRuns } from '#domain/parameter-search/parameter-search-runs';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import { JobFlows } from '#messaging/job-flows';
import type { JobPayloads } from '#messaging/jobs';
import type { JobOutcome, JobProcessor } from '../job-processor';
import { SearchInputs, type SearchPlan } from './search-inputs';
import { SearchOutcomes } from './search-outcomes';
import { SearchThreads } from './search-threads';

/** Enough that a lost worker costs little and every replica finds work to the end; each is a row and a job. */
const CHUNKS_WANTED = 32;

/** Plans a search: lays out its windows and combinations, and puts its chunks before all workers. */
@Injectable()
export class ParameterSearchProcessor implements JobProcessor<'parameter-search'> {
  constructor(
    private readonly runs: ParameterSearchRuns,
    private readonly inputs: SearchInputs,
    private readonly outcomes: SearchOutcomes,
    private readonly threads: SearchThreads,
    private readonly flows: JobFlows,
  ) {}

  async process({ searchId, run }: JobPayloads['parameter-search'], stop: AbortSignal): Promise<JobOutcome> {
    const search = await this.runs.findPending(searchId, run);
    if (!search) return 'dropped';
    try {
      const now = Date.now();
      const readAt = await this.runs.databaseTime();
      const task = await this.inputs.prepare(search, now, stop);
      const { planned } = await this.threads.run(task, { step: 'plan', chunksWanted: CHUNKS_WANTED }, stop);
      const plan: SearchPlan = { now, readAt: readAt.toISOString(), data: planned.data };
      if (!(await this.runs.begin(search, plan, planned.chunks))) return 'dropped';
      // Should this process end here, the sweeper finds a running search without jobs.
      await this.flows.addSearch(
        search,
        planned.chunks.map(({ index }) => index),
      );
      return 'completed';
    } catch (error) {
      if (stop.aborted) return 'busy';
      if (!(error instanceof BacktestRefusal)) throw error;
      return (await this.outcomes.refuse(search, error.message)) ? 'refused' : 'dropped';
    }
  }
}
