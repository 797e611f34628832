import { Inject, Injectable } from '@nestjs/common';
import type { ParameterSearch } from '#domain/parameter-search/parameter-search.entity';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import type { DataFingerprint } from '../runs/fingerprint';
import { RunInputs } from '../runs/run-inputs';
import type { SearchTask } from './parameter-search.thread';
import { resolveCandidates, searchWarmupBars, type SearchSettings } from './search-plan';

/** What is closed by the time a search is planned stays its data, however long it takes. */
export interface SearchPlan {
  readonly now: number;
  /** By the database's clock, as its corrections of candles are; ISO 8601. */
  readonly readAt: string;
  readonly data: DataFingerprint;
}

/** Shared out over the threads of a worker, so that its memory does not grow with their number. */
const INDICATOR_BYTES = 256 * 1024 * 1024;

@Injectable()
export class SearchInputs {
  constructor(
    private readonly inputs: RunInputs,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** Converts a search's row to what a thread can work on; throws BacktestRefusal when it cannot be. */
  async prepare(search: ParameterSearch, now: number, stop: AbortSignal): Promise<SearchTask> {
    const settings = search.settings as SearchSettings;
    const { strategyName } = search;
    const { strategy, candidates } = resolveCandidates(strategyName, settings);
    const input = await this.inputs.prepare(search, {
      execution: settings.execution,
      benchmark: settings.benchmark ?? null,
      warmupBars: (execution) => searchWarmupBars(strategy, candidates, execution),
      now,
      stop,
    });
    const indicatorBytes = Math.floor(INDICATOR_BYTES / this.environment.workerConcurrency);
    return { strategyName, settings, candidates, input, indicatorBytes };
  }
}
