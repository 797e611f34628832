import { OBJECTIVES } from '#engine/validation/objective';
import { WALK_FORWARD_MODES } from '#engine/validation/walk-forward-windows';
import { IntegerField, ObjectField, OneOfField } from '../http/validation/fields';
import { SubmitBacktestDto } from './backtest.dto';
import { PARAMETER_GRID_SCHEMA } from './parameters.schema';

const LARGEST_SEED = 2 ** 32 - 1;

export class SubmitSweepDto extends SubmitBacktestDto {
  @ObjectField({
    description:
      "Values to try by parameter: a list, or {min, max, step}; the strategy's own grid by default; at most 10,000 combinations",
    example: { fast: [5, 10, 20], slow: { min: 30, max: 90, step: 30 } },
    optional: true,
    schema: PARAMETER_GRID_SCHEMA,
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
    description: 'Of random draws (no unit)',
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
    description: 'Days of each training; with test_days, sets windows by time instead of number',
    minimum: 1,
    maximum: 36_500,
    optional: true,
    example: 1095,
  })
  train_days?: number | null;

  @IntegerField({
    description: 'Days of each test; with train_days',
    minimum: 1,
    maximum: 36_500,
    optional: true,
    example: 365,
  })
  test_days?: number | null;

  @IntegerField({
    description: 'Days from window to window; test_days by default',
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
    description: 'Further bars dropped between training and test, against returns that stay correlated',
    minimum: 0,
    maximum: 100_000,
    optional: true,
    default: 0,
  })
  embargo_bars = 0;
}
