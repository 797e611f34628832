import type { ParameterSearch } from '#domain/parameter-search/parameter-search.entity';
import { limitWarnings } from '#engine/market/limit-warnings';
import { formatDateTime } from '#engine/market/parse-time';
import { OBJECTIVES } from '#engine/validation/objective';
import { WALK_FORWARD_MODES } from '#engine/validation/walk-forward-windows';
import { IntegerField, ObjectField, OneOfField } from '../http/validation/fields';
import { SubmitBacktestDto } from './backtest.dto';
import { type CandlesCorrectedSince, correctionWarnings } from './candles-corrected';

const LARGEST_SEED = 2 ** 32 - 1;

export class SubmitSweepDto extends SubmitBacktestDto {
  @ObjectField({
    description:
      "Values to try by parameter: a list, or {min, max, step}; the strategy's own grid by default; at most 10,000 combinations",
    example: { fast: [5, 10, 20], slow: { min: 30, max: 90, step: 30 } },
    optional: true,
  })
  param_grid?: Record<string, unknown> | null;

  @OneOfField(OBJECTIVES, {
    description: 'What the best combination is best at',
    optional: true,
    default: 'sharpe_ratio',
  })
  objective = 'sharpe_ratio';

  @IntegerField({
    description: 'A combination with fewer trades cannot be the best one',
    minimum: 0,
    maximum: 1_000_000,
    optional: true,
    default: 5,
  })
  min_trades = 5;

  @IntegerField({
    description: 'Of a random search',
    minimum: 0,
    maximum: LARGEST_SEED,
    optional: true,
    default: 42,
  })
  seed = 42;

  @IntegerField({
    description: 'Tries so many combinations, drawn with the seed, instead of all',
    minimum: 1,
    maximum: 10_000,
    optional: true,
    example: 200,
  })
  n_trials?: number | null;
}

export class SubmitWalkForwardDto extends SubmitSweepDto {
  @OneOfField(WALK_FORWARD_MODES, {
    description: 'Whether training windows move on or grow from the start',
    optional: true,
    default: 'rolling',
  })
  mode = 'rolling';

  @IntegerField({ description: 'Windows', minimum: 1, maximum: 1_000, optional: true, default: 5 })
  n_splits = 5;

  @IntegerField({
    description: 'With test_days: sets windows by time instead of number',
    minimum: 1,
    maximum: 36_500,
    optional: true,
    example: 1095,
  })
  train_days?: number | null;

  @IntegerField({ description: 'With train_days', minimum: 1, maximum: 36_500, optional: true, example: 365 })
  test_days?: number | null;

  @IntegerField({
    description: 'From window to window; test_days by default',
    minimum: 1,
    maximum: 36_500,
    optional: true,
    example: 365,
  })
  step_days?: number | null;

  @IntegerField({
    description: 'Bars dropped between training and test',
    minimum: 0,
    maximum: 100_000,
    optional: true,
    default: 0,
  })
  purge_bars = 0;

  @IntegerField({
    description: 'Bars dropped from the start of each later training',
    minimum: 0,
    maximum: 100_000,
    optional: true,
    default: 0,
  })
  embargo_bars = 0;
}

/** The columns that a list of searches reads whole. */
export const SEARCH_COLUMNS = {
  id: true,
  status: true,
  failureReason: true,
  strategyName: true,
  symbol: true,
  exchange: true,
  interval: true,
  warnings: true,
  createdAt: true,
} as const satisfies Partial<Record<keyof ParameterSearch, true>>;

/** What a list reads of the large columns. */
export type ListedFigures = Pick<ParameterSearch, 'settings' | 'plan' | 'result'>;

type ShownSearch = Pick<ParameterSearch, keyof typeof SEARCH_COLUMNS> & ListedFigures;

/** A search as the API shows it: its request, its progress, and, once completed, the results; a list leaves out corrections. */
export function toParameterSearchRead(
  search: ShownSearch,
  progress: { done: number; total: number },
  corrected?: CandlesCorrectedSince | null,
) {
  const { result, plan, settings } = search;
  const { mode, objective } = settings as { mode?: string; objective: string };
  const { warnings = [], ...found } = (result ?? {}) as { warnings?: string[] };
  return {
    id: search.id,
    status: search.status,
    detail: search.failureReason,
    strategy_name: search.strategyName,
    symbol: search.symbol,
    exchange: search.exchange,
    interval: search.interval,
    ...(mode !== undefined && { mode }),
    objective,
    ...found,
    ...(corrected && { candles_corrected_since: corrected }),
    warnings: limitWarnings([...correctionWarnings(corrected ?? null), ...search.warnings, ...warnings]),
    progress: { chunks_done: progress.done, chunks: plan ? progress.total : null },
    created_at: formatDateTime(search.createdAt.getTime()),
  };
}
