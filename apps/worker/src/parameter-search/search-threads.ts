import { Injectable } from '@nestjs/common';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import { ThreadPool } from '../thread-pool';
import type { SearchStep, SearchStepResult, SearchTask } from './parameter-search.thread';

type Answer<Step extends SearchStep> = Extract<
  SearchStepResult,
  Step extends { step: 'plan' }
    ? { planned: object }
    : Step extends { step: 'chunk' }
      ? { chunkResult: object }
      : { sweep: object } | { walkForward: object }
>;

@Injectable()
export class SearchThreads {
  constructor(private readonly pool: ThreadPool) {}

  /** Throws BacktestRefusal when the search cannot be run, and an AbortError when `signal` aborts. */
  async run<Step extends SearchStep>(
    task: SearchTask,
    step: Step,
    signal: AbortSignal,
  ): Promise<Answer<Step>> {
    const outcome = await this.pool.run<SearchStepResult>('runSearchStep', { ...task, ...step }, signal);
    if ('refusal' in outcome) throw new BacktestRefusal(outcome.refusal);
    return outcome as Answer<Step>;
  }
}
