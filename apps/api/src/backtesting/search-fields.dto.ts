import { OBJECTIVES } from '#engine/validation/objective';
import { WALK_FORWARD_MODES } from '#engine/validation/walk-forward-windows';
import { IntegerField, OneOfField } from '../http/validation/fields';

const LARGEST_SEED = 2 ** 32 - 1;

/** How a search is made, whatever it is over: decorators of the fields by their names. */
export const SEARCH_FIELDS = {
  objective: OneOfField(OBJECTIVES, {
    description: 'The figure that is maximised',
    optional: true,
    default: 'sharpe_ratio',
  }),
  min_trades: IntegerField({
    description: 'Trades that a combination needs, in the range or the training, to be the best one (trades)',
    minimum: 0,
    maximum: 1_000_000,
    optional: true,
    default: 5,
  }),
  seed: IntegerField({
    description: 'Seed of the random draws of n_trials (no unit)',
    minimum: 0,
    maximum: LARGEST_SEED,
    optional: true,
    default: 42,
  }),
  n_trials: IntegerField({
    description:
      'Number of combinations to try, drawn from the grid with the seed; all without (combinations)',
    minimum: 1,
    maximum: 10_000,
    optional: true,
    example: 200,
  }),
  mode: OneOfField(WALK_FORWARD_MODES, {
    description: 'Whether training windows move on or grow from the start',
    optional: true,
    default: 'rolling',
  }),
  n_splits: IntegerField({
    description:
      'Number of windows: after a first training of three test lengths, tests of equal length up to the end of the range (windows)',
    minimum: 1,
    maximum: 1_000,
    optional: true,
    default: 5,
  }),
  train_days: IntegerField({
    description: 'Length of each training; with test_days, sets windows by time instead of number (days)',
    minimum: 1,
    maximum: 36_500,
    optional: true,
    example: 1095,
  }),
  test_days: IntegerField({
    description: 'Length of each test; with train_days (days)',
    minimum: 1,
    maximum: 36_500,
    optional: true,
    example: 365,
  }),
  step_days: IntegerField({
    description:
      'From the start of a test to that of the next, test_days or more; test_days by default (days)',
    minimum: 1,
    maximum: 36_500,
    optional: true,
    example: 365,
  }),
  purge_bars: IntegerField({
    description:
      'Bars left out between each training and its test, against trades that reach from one into the other (bars)',
    minimum: 0,
    maximum: 100_000,
    optional: true,
    default: 0,
  }),
  embargo_bars: IntegerField({
    description:
      'Further bars left out between each training and its test, against correlated returns (bars)',
    minimum: 0,
    maximum: 100_000,
    optional: true,
    default: 0,
  }),
} as const satisfies Record<string, PropertyDecorator>;
