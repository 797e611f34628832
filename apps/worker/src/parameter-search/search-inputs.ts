import { Inject, Injectable } from '@nestjs/common';
import type { ParameterSearch } from '#domain/parameter-search/parameter-search.entity';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import type { DataFingerprint } from '../runs/fingerprint';
import { PortfolioInputs, type PortfolioTask } from '../runs/portfolio/portfolio-inputs';
import { RunInputs } from '../runs/run-inputs';
import { isOfPortfolio, type OfPortfolio, resolvePortfolioTrials } from './portfolio-search';
import type { SearchTask } from './search-task';
import {
  resolveCandidates,
  searchHistoryBars,
  searchNeeds,
  type SeriesSearchSettings,
} from './series-search';

/** What is closed by the time a search is planned stays its data, however long it takes. */
export interface SearchPlan {
  readonly now: number;
  /** By the database's clock, as its corrections of candles are; ISO 8601. */
  readonly readAt: string;
  readonly data: DataFingerprint;
}

interface Moment {
  readonly now: number;
  readonly stop: AbortSignal;
}

/** Shared out over the threads of a worker, so that its memory does not grow with their number. */
const INDICATOR_BYTES = 256 * 1024 * 1024;

@Injectable()
export class SearchInputs {
  /** Of the last portfolio's search, while one of its jobs is at work with it: the others that run here take the same. */
  private portfolio: { readonly key: string; readonly task: WeakRef<PortfolioTask> } | undefined;

  constructor(
    private readonly inputs: RunInputs,
    private readonly portfolios: PortfolioInputs,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** Converts a search's row to what a thread can work on; throws BacktestRefusal when it cannot be. */
  async prepare(search: ParameterSearch, now: number, stop: AbortSignal): Promise<SearchTask> {
    const moment = { now, stop };
    const work = isOfPortfolio(search)
      ? await this.ofPortfolio(search, moment)
      : await this.ofSeries(search, moment);
    return { work, indicatorBytes: Math.floor(INDICATOR_BYTES / this.environment.workerConcurrency) };
  }

  private async ofSeries(search: ParameterSearch, moment: Moment) {
    const settings = search.settings as SeriesSearchSettings;
    const { strategyName } = search;
    const { strategy, candidates } = resolveCandidates(strategyName, settings);
    const input = await this.inputs.prepare(search, {
      execution: settings.execution,
      benchmark: settings.benchmark,
      historyBars: (execution) => searchHistoryBars(strategy, candidates, execution),
      needs: searchNeeds(strategy, candidates),
      datasets: search.datasets,
      ...moment,
    });
    return { strategyName, settings, candidates, input };
  }

  private async ofPortfolio(search: OfPortfolio, { now, stop }: Moment) {
    const { requested, base, historyBars, needs, ...trials } = resolvePortfolioTrials(search);
    const key = `${search.id} ${now}`;
    const shared = this.portfolio?.key === key ? this.portfolio.task.deref() : undefined;
    const portfolio =
      shared ?? (await this.portfolios.prepare(requested, { settings: base, historyBars, needs, now, stop }));
    this.portfolio = { key, task: new WeakRef(portfolio) };
    return { ...trials, portfolio };
  }
}
