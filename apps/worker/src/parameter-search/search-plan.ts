import type { RequestedBenchmark } from '#domain/backtesting/backtest.entity';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import { type Execution } from '#engine/backtest/execution';
import { executionWarmupBars } from '#engine/backtest/execution-columns';
import { type AnyStrategy, placesOrders } from '#engine/backtest/order-strategy';
import type { Strategy } from '#engine/backtest/strategy';
import { resolveStrategy, type StrategyDeclaration } from '#engine/strategies/registry';
import { drawCombinations } from '#engine/validation/draw-combinations';
import type { Objective } from '#engine/validation/objective';
import { allCombinations, type Combinations, readParameterGrid } from '#engine/validation/parameter-grid';
import { planWindows, type WindowLengths } from '#engine/validation/plan-windows';
import { planSweep, planWalkForward, type ValidationPlan } from '#engine/validation/validation-plan';
import type { RunInput } from '../runs/run-inputs';

/** The settings of a search's row: the request's fields with their defaults. */
export interface SearchSettings {
  readonly parameters: object;
  readonly execution: object;
  /** Absent from searches of before it could be named, and where their own series is held. */
  readonly benchmark?: RequestedBenchmark | null;
  readonly param_grid?: object | null;
  readonly objective: Objective;
  readonly min_trades: number;
  readonly seed: number;
  readonly n_trials?: number | null;
  /** Of a walk-forward run alone. */
  readonly mode?: 'rolling' | 'anchored';
  readonly n_splits?: number;
  readonly train_days?: number | null;
  readonly test_days?: number | null;
  readonly step_days?: number | null;
  readonly purge_bars?: number;
  readonly embargo_bars?: number;
}

/** What a search tries, as plain data: resolved once per job, it crosses into the thread. */
export interface Candidates extends Combinations {
  readonly declaration: StrategyDeclaration;
}

/** The combinations that a search tries; the same for the same settings, in every process. */
export function resolveCandidates(
  strategyName: string,
  settings: SearchSettings,
): { readonly strategy: Strategy; readonly candidates: Candidates } {
  const { declaration, strategy, parameters } = resolveStrategy(strategyName, settings.parameters);
  if (placesOrders(strategy)) {
    throw new BacktestRefusal(`${strategyName} places orders of its own and cannot be searched`);
  }
  const grid = readParameterGrid(strategy, parameters, Object.keys(settings.parameters), settings.param_grid);
  const { n_trials: trials, seed } = settings;
  const combinations =
    typeof trials === 'number' ? drawCombinations(grid, trials, seed) : allCombinations(grid);
  return { strategy, candidates: { declaration, ...combinations } };
}

/** Bars to load from before the range, so that every combination can signal from its first bar on. */
export function searchWarmupBars(
  strategy: Strategy,
  { combinations }: Combinations,
  execution: Execution,
): number {
  const warmups = combinations.map((parameters) => strategy.warmup(parameters));
  return warmups.reduce((most, bars) => Math.max(most, bars), executionWarmupBars(execution));
}

/** Lays the whole search out; the same for the same candles and settings, so that a chunk's job needs only its number. */
export function planSearch(
  strategy: AnyStrategy,
  candidates: Combinations,
  settings: SearchSettings,
  input: RunInput,
): ValidationPlan {
  const { candles, tradeFrom, intervalSeconds, calendar, execution, funding, benchmark } = input;
  const setting = { candles, intervalSeconds, calendar, strategy, execution, funding, benchmark };
  const request = { objective: settings.objective, minimumTrades: settings.min_trades };
  if (settings.mode === undefined) return planSweep(setting, candidates, tradeFrom, request);
  const windows = planWindows(candles, tradeFrom, {
    mode: settings.mode,
    lengths: lengthsOf(settings),
    purgeBars: settings.purge_bars ?? 0,
    embargoBars: settings.embargo_bars ?? 0,
  });
  return planWalkForward(setting, candidates, windows, request);
}

function lengthsOf({ n_splits, train_days, test_days, step_days }: SearchSettings): WindowLengths {
  if (typeof train_days === 'number' && typeof test_days === 'number') {
    return {
      trainDays: train_days,
      testDays: test_days,
      ...(typeof step_days === 'number' && { stepDays: step_days }),
    };
  }
  if (typeof train_days === 'number' || typeof test_days === 'number' || typeof step_days === 'number') {
    throw new BacktestRefusal('train_days and test_days belong together, and step_days needs both');
  }
  return { splits: n_splits ?? 5 };
}
