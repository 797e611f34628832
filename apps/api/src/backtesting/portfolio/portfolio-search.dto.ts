import { ObjectField } from '../../http/validation/fields';
import { PARAMETER_GRID_SCHEMA } from '../parameters.schema';
import { SEARCH_FIELDS } from '../search-fields.dto';
import { SubmitPortfolioDto } from './submit-portfolio.dto';

export class SubmitPortfolioSweepDto extends SubmitPortfolioDto {
  @ObjectField({
    description:
      'Values to try by path of a setting, such as ranking.top, words included: a list, or {min, max, step}; by default what matters most, such as the lookback; at most 10,000 combinations',
    example: { 'weights.lookback': [63, 126, 252], 'weights.max_weight': [0.25, 1] },
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

export class SubmitPortfolioWalkForwardDto extends SubmitPortfolioSweepDto {
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
