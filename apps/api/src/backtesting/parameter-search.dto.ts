import { ObjectField } from '../http/validation/fields';
import { SubmitBacktestDto } from './backtest.dto';
import { PARAMETER_GRID_SCHEMA } from './parameters.schema';
import { SEARCH_FIELDS } from './search-fields.dto';

export class SubmitSweepDto extends SubmitBacktestDto {
  @ObjectField({
    description:
      "Values to try by parameter: a list, or {min, max, step}; the strategy's own grid by default; at most 10,000 combinations",
    example: { fast: [5, 10, 20], slow: { min: 30, max: 90, step: 30 } },
    optional: true,
    schema: PARAMETER_GRID_SCHEMA,
  })
  param_grid?: Record<string, unknown> | null;

  @SEARCH_FIELDS.objective
  objective = 'sharpe_ratio';

  @SEARCH_FIELDS.min_trades
  min_trades = 5;

  @SEARCH_FIELDS.seed
  seed = 42;

  @SEARCH_FIELDS.n_trials
  n_trials?: number | null;
}

export class SubmitWalkForwardDto extends SubmitSweepDto {
  @SEARCH_FIELDS.mode
  mode = 'rolling';

  @SEARCH_FIELDS.n_splits
  n_splits = 5;

  @SEARCH_FIELDS.train_days
  train_days?: number | null;

  @SEARCH_FIELDS.test_days
  test_days?: number | null;

  @SEARCH_FIELDS.step_days
  step_days?: number | null;

  @SEARCH_FIELDS.purge_bars
  purge_bars = 0;

  @SEARCH_FIELDS.embargo_bars
  embargo_bars = 0;
}
