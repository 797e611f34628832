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
    description: 'The figure that is maximised',
    optional: true,
    default: 'sharpe_ratio',
  })
  objective = 'sharpe_ratio';

  @IntegerField({
    description: 'Trades that a combination needs, in the range or the training, to be the best one (trades)',
    minimum: 0,
    maximum: 1_000_000,
    optional: true,
    default: 5,
  })
  min_trades = 5;

  @IntegerField({
    description: 'Seed of the random draws of n_trials (no unit)',
    minimum: 0,
    maximum: LARGEST_SEED,
    optional: true,
    default: 42,
  })
  seed = 42;

  @IntegerField({
    description:
      'Number of combinations to try, drawn from the grid with the seed; all without (combinations)',
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

  @IntegerField({
    description:
      'Number of windows: after a first training of three test lengths, tests of equal length up to the end of the range (windows)',
    minimum: 1,
    maximum: 1_000,
    optional: true,
    default: 5,
  })
  n_splits = 5;

  @IntegerField({
    description: 'Length of each training; with test_days, sets windows by time instead of number (days)',
    minimum: 1,
    maximum: 36_500,
    optional: true,
    example: 1095,
  })
  train_days?: number | null;

  @IntegerField({
    description: 'Length of each test; with train_days (days)',
    minimum: 1,
    maximum: 36_500,
    optional: true,
    example: 365,
  })
  test_days?: number | null;

  @IntegerField({
    description:
      'From the start of a test to that of the next, test_days or more; test_days by default (days)',
    minimum: 1,
    maximum: 36_500,
    optional: true,
    example: 365,
  })
  step_days?: number | null;

  @IntegerField({
    description:
      'Bars left out between each training and its test, against trades that reach from one into the other (bars)',
    minimum: 0,
    maximum: 100_000,
    optional: true,
    default: 0,
  })
  purge_bars = 0;

  @IntegerField({
    description:
      'Further bars left out between each training and its test, against correlated returns (bars)',
    minimum: 0,
    maximum: 100_000,
    optional: true,
    default: 0,
  })
  embargo_bars = 0;
}
