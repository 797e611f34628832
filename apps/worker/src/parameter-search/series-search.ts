import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import { type Execution } from '#engine/backtest/execution';
import { historyBars } from '#engine/backtest/run-backtest';
import type { AnyStrategy } from '#engine/backtest/any-strategy';
import { placesOrders } from '#engine/backtest/order-strategy';
import type { DataNeed } from '#engine/known-data/data-request';
import { resolveStrategy, type StrategyDeclaration, strategyOf } from '#engine/strategies/registry';
import { type Combinations, readParameterGrid } from '#engine/validation/parameter-grid';
import type { ValidationPlan } from '#engine/validation/validation-plan';
import { type DataFingerprint, fingerprintRun } from '../runs/fingerprint';
import type { RunInput } from '../runs/run-inputs';
import { chooseCombinations, planSearch, type SearchSettings } from './search-plan';

/** The settings of the row of a search over one series. */
export interface SeriesSearchSettings extends SearchSettings {
  readonly parameters: object;
}

/** What a search tries, as plain data: resolved once per job, it crosses into the thread. */
interface Candidates extends Combinations {
  readonly declaration: StrategyDeclaration;
}

/** One strategy on one series. */
export interface SeriesSearch {
  readonly strategyName: string;
  readonly settings: SeriesSearchSettings;
  readonly candidates: Candidates;
  readonly input: RunInput;
}

/** The combinations that a search tries; the same for the same settings, in every process. */
export function resolveCandidates(
  strategyName: string,
  settings: SeriesSearchSettings,
): { readonly strategy: AnyStrategy; readonly candidates: Candidates } {
  const { declaration, strategy, parameters } = resolveStrategy(strategyName, settings.parameters);
  if (placesOrders(strategy)) {
    throw new BacktestRefusal(`${strategyName} places orders of its own and cannot be searched`);
  }
  const grid = readParameterGrid(strategy, parameters, Object.keys(settings.parameters), settings.param_grid);
  return { strategy, candidates: { declaration, ...chooseCombinations(grid, settings) } };
}

/** Bars to load from before the range, so that no combination's decisions within it depend on where the candles begin. */
export function searchHistoryBars(
  strategy: AnyStrategy,
  { combinations }: Combinations,
  execution: Execution,
): number {
  return combinations.reduce(
    (most, parameters) => Math.max(most, historyBars(strategy, parameters, execution)),
    0,
  );
}

/** What all combinations read besides the candles. */
export function searchNeeds(strategy: AnyStrategy, { combinations }: Combinations): DataNeed[] {
  return combinations.flatMap((parameters) => strategy.needs?.(parameters) ?? []);
}

export function planSeriesSearch({ settings, candidates, input }: SeriesSearch): ValidationPlan {
  const { candles, tradeFrom, intervalSeconds, calendar, execution, funding, benchmark, data } = input;
  const strategy = strategyOf(candidates.declaration);
  const setting = { candles, intervalSeconds, calendar, strategy, execution, funding, benchmark, data };
  return planSearch(setting, tradeFrom, candidates, settings);
}

export function fingerprintSeriesSearch(
  { strategyName, settings, input }: SeriesSearch,
  data: DataFingerprint,
) {
  const { execution, intervalSeconds, calendar, tradeFrom } = input;
  const configuration = { strategyName, settings, execution, intervalSeconds, calendar, tradeFrom };
  return fingerprintRun(data, configuration, settings.seed, input);
}
