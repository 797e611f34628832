import type { ParameterSearch } from '#domain/parameter-search/parameter-search.entity';
import type { RequestedAllocation } from '#domain/portfolios/portfolio-run.entity';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import type { Execution } from '#engine/backtest/execution';
import type { StrategyParameters } from '#engine/backtest/strategy';
import type { MemberName, PortfolioInput } from '#engine/portfolio/portfolio';
import { portfolioNeeds } from '#engine/portfolio/data-readers';
import { portfolioHistoryBars } from '#engine/portfolio/portfolio-warmup';
import { type PortfolioSearch, readPortfolioSearch } from '#engine/portfolio-search/portfolio-search';
import { portfolioTrials } from '#engine/portfolio-search/portfolio-trials';
import { type Combinations, readParameterGrid } from '#engine/validation/parameter-grid';
import type { ValidationPlan } from '#engine/validation/validation-plan';
import type { RequestedPortfolio } from '../runs/portfolio/member-inputs';
import type { PortfolioTask } from '../runs/portfolio/portfolio-inputs';
import { chooseCombinations, planSearch, type SearchSettings } from './search-plan';

/** The settings of the row of a portfolio's search. */
type PortfolioSearchSettings = SearchSettings & RequestedAllocation;

/** What a row requests of a portfolio, as plain data. */
interface RequestedTrials {
  readonly settings: PortfolioSearchSettings;
  readonly members: readonly MemberName[];
}

/** The settings of a portfolio over its members. */
export interface PortfolioTrialsTask extends RequestedTrials {
  readonly tried: Combinations;
  readonly portfolio: PortfolioTask;
}

export type OfPortfolio = ParameterSearch & { readonly members: NonNullable<ParameterSearch['members']> };

export function isOfPortfolio(search: ParameterSearch): search is OfPortfolio {
  return search.members !== null;
}

/** What a search tries and needs; the same for the same row, in every process. Throws BacktestRefusal where this version refuses it. */
export function resolvePortfolioTrials(search: OfPortfolio) {
  const settings = search.settings as PortfolioSearchSettings;
  const members = search.members.map(({ exchange, symbol }) => ({ exchange: exchange ?? '', symbol }));
  const read = readTrials({ settings, members });
  const tried = chooseCombinations(readParameterGrid(read.searchable, {}, [], settings.param_grid), settings);
  const { interval, startDate, endDate } = search;
  const requested: RequestedPortfolio = {
    interval,
    startDate,
    endDate,
    members: search.members,
    execution: settings.execution,
    benchmark: settings.benchmark ?? null,
    datasets: search.datasets,
  };
  return {
    settings,
    members,
    tried,
    requested,
    base: read.settings,
    needs: tried.combinations.flatMap((parameters) => portfolioNeeds(read.settingsOf(parameters))),
    historyBars: (execution: Execution) =>
      tried.combinations.reduce(
        (most, parameters) => Math.max(most, portfolioHistoryBars(read.settingsOf(parameters), execution)),
        0,
      ),
  };
}

export function planPortfolioSearch({ portfolio, tried, ...requested }: PortfolioTrialsTask): ValidationPlan {
  const { input, benchmark } = portfolio;
  const trials = portfolioTrials(input, readTrials(requested).settingsOf, benchmark);
  return planSearch(trials, trials.first, tried, requested.settings);
}

/** The portfolio with one of the combinations, over the whole range. */
export function chosenPortfolio(
  { portfolio, ...requested }: PortfolioTrialsTask,
  chosen: StrategyParameters,
): PortfolioInput {
  return { ...portfolio.input, settings: readTrials(requested).settingsOf(chosen) };
}

function readTrials({ settings, members }: RequestedTrials): PortfolioSearch {
  const read = readPortfolioSearch({ ...settings }, members);
  if (!('problems' in read)) return read;
  throw new BacktestRefusal(read.problems.map(({ field, message }) => `${field} ${message}`).join('; '));
}
