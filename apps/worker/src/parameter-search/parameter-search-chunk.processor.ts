import { Injectable } from '@nestjs/common';
import { ParameterSearchRuns } from '#domain/parameter-search/parameter-search-runs';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import type { SearchChunk } from '#engine/validation/search-chunks';
import type { JobPayloads } from '#messaging/jobs';
import { Heartbeats } from '../heartbeats';
import type { JobOutcome, JobProcessor } from '../job-processor';
import { SearchInputs, type SearchPlan } from './search-inputs';
import { SearchOutcomes } from './search-outcomes';
import { SearchThreads } from './search-threads';

/** Computes some combinations of a search over some of its windows. */
@Injectable()
export class ParameterSearchChunkProcessor implements JobProcessor<'parameter-search-chunk'> {
  constructor(
    private readonly runs: ParameterSearchRuns,
    private readonly inputs: SearchInputs,
    private readonly outcomes: SearchOutcomes,
    private readonly threads: SearchThreads,
    private readonly heartbeats: Heartbeats,
  ) {}

  async process(
    { searchId, run, position }: JobPayloads['parameter-search-chunk'],
    stop: AbortSignal,
  ): Promise<JobOutcome> {
    const search = await this.runs.findRunning(searchId, run);
    if (!search) return 'dropped';
    const claim = await this.runs.claimChunk({ searchId, position });
    if (claim.state !== 'claimed') return claim.state === 'busy' ? 'busy' : 'dropped';
    const { runToken } = claim;
    const lost = this.heartbeats.begin(runToken, this.runs);
    const signal = AbortSignal.any([lost, stop]);
    try {
      const { now, data } = search.plan as SearchPlan;
      const task = await this.inputs.prepare(search, now, signal);
      const step = { step: 'chunk', chunk: claim.work as SearchChunk, data } as const;
      const { chunkResult } = await this.threads.run(task, step, signal);
      return (await this.runs.completeChunk(runToken, chunkResult)) ? 'completed' : 'dropped';
    } catch (error) {
      if (lost.aborted) return 'dropped';
      await this.runs.releaseChunk(runToken, {
        lost: !stop.aborted && !(error instanceof BacktestRefusal),
      });
      if (stop.aborted) return 'busy';
      if (!(error instanceof BacktestRefusal)) throw error;
      return (await this.outcomes.refuse(search, error.message)) ? 'refused' : 'dropped';
    } finally {
      this.heartbeats.end(runToken);
    }
  }
}
