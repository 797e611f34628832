import type { RequestedBenchmark } from '#domain/backtesting/backtest.entity';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import { drawCombinations } from '#engine/validation/draw-combinations';
import type { Objective } from '#engine/validation/objective';
import { allCombinations, type Combinations, type ParameterGrid } from '#engine/validation/parameter-grid';
import { planWindows, type WindowLengths } from '#engine/validation/plan-windows';
import { openTimesOf, type TrialSetting } from '#engine/validation/trial-setting';
import { planSweep, planWalkForward, type ValidationPlan } from '#engine/validation/validation-plan';

/** Of the settings of any search's row: how it searches, with the request's defaults. */
export interface SearchSettings {
  readonly execution: object;
  /** Resolved when it was submitted; left out where the series itself is held, or the universe. */
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

/** The combinations of a grid that a search tries; the same for the same settings, in every process. */
export function chooseCombinations(
  grid: ParameterGrid,
  { n_trials: trials, seed }: SearchSettings,
): Combinations {
  return typeof trials === 'number' ? drawCombinations(grid, trials, seed) : allCombinations(grid);
}

/**
 * Lays the whole search out over the bars from `tradeFrom` on; the same for the same bars and settings, so that a chunk's job
 * needs only its number.
 */
export function planSearch(
  setting: TrialSetting,
  tradeFrom: number,
  tried: Combinations,
  settings: SearchSettings,
): ValidationPlan {
  const request = { objective: settings.objective, minimumTrades: settings.min_trades };
  if (settings.mode === undefined) return planSweep(setting, tried, tradeFrom, request);
  const openTime = openTimesOf(setting);
  const windows = planWindows({ openTime, length: openTime.length }, tradeFrom, {
    mode: settings.mode,
    lengths: lengthsOf(settings),
    purgeBars: settings.purge_bars ?? 0,
    embargoBars: settings.embargo_bars ?? 0,
  });
  return planWalkForward(setting, tried, windows, request);
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
