import { PLAIN_EXECUTION } from '../src/backtest/execution';
import { IndicatorMemo } from '../src/indicators/indicator-memo';
import { type CandleColumns } from '../src/market/candle-columns';
import { resolveStrategy } from '../src/strategies/registry';
import { type Objective } from '../src/validation/objective';
import { allCombinations, type Combinations, readParameterGrid } from '../src/validation/parameter-grid';
import { planWindows, type WindowRequest } from '../src/validation/plan-windows';
import { type ChunkResult, runCombinations } from '../src/validation/run-combinations';
import { chunkSearch } from '../src/validation/search-chunks';
import { type SeriesTrials } from '../src/validation/trial-setting';
import { planWalkForward, type ValidationPlan } from '../src/validation/validation-plan';
import { randomWalkCandles } from './random-walk-candles';

/** Nine combinations of sma_cross. */
const GRID = { fast: [3, 5, 8], slow: [10, 20, 40] };
export const SEARCH = { objective: 'sharpe_ratio', minimumTrades: 5 } as const;

export interface Wanted {
  readonly candles?: CandleColumns;
  readonly grid?: unknown;
  readonly strategyName?: string;
  readonly windows?: Partial<WindowRequest>;
  readonly search?: { readonly objective: Objective; readonly minimumTrades: number };
  readonly tradeFrom?: number;
  readonly setting?: Partial<SeriesTrials>;
}

export function settingOf({
  candles = randomWalkCandles(1_000, 6),
  strategyName = 'sma_cross',
  setting,
}: Wanted): SeriesTrials {
  const { strategy } = resolveStrategy(strategyName, {});
  const execution = { ...PLAIN_EXECUTION, takerFeeRate: 0.001 };
  return { candles, intervalSeconds: 86_400, calendar: '24x7', strategy, execution, ...setting };
}

export function triedOf({ grid = GRID, strategyName = 'sma_cross' }: Wanted): Combinations {
  const { strategy, parameters } = resolveStrategy(strategyName, {});
  return allCombinations(readParameterGrid(strategy, parameters, [], grid));
}

/** Four rolling windows over a random walk, but for what is wanted otherwise. */
export function planOf(wanted: Wanted = {}): ValidationPlan<SeriesTrials> {
  const setting = settingOf(wanted);
  const windows = planWindows(setting.candles, wanted.tradeFrom ?? 40, {
    mode: 'rolling',
    lengths: { splits: 4 },
    purgeBars: 0,
    embargoBars: 0,
    ...wanted.windows,
  });
  return planWalkForward(setting, triedOf(wanted), windows, wanted.search ?? SEARCH);
}

export function search(plan: ValidationPlan, chunks = 1): ChunkResult[] {
  return chunkSearch(plan, chunks).map((chunk) => runCombinations(plan, chunk, new IndicatorMemo()));
}
