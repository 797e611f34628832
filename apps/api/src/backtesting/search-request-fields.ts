import type { Type } from '@nestjs/common';
import { ObjectField } from '../http/validation/fields';
import { PARAMETER_GRID_SCHEMA } from './parameters.schema';
import { SEARCH_FIELDS } from './search-fields.dto';

interface GridField {
  readonly description: string;
  readonly example: object;
}

/** The request of a run with the fields of a sweep over it. */
export function withSweepFields<Request extends Type<object>>(request: Request, grid: GridField) {
  class WithSweepFields extends request {
    @ObjectField({ ...grid, optional: true, schema: PARAMETER_GRID_SCHEMA })
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
  return WithSweepFields;
}

/** The request of a sweep with the fields of a walk-forward run over it. */
export function withWalkForwardFields<Request extends Type<object>>(request: Request) {
  class WithWalkForwardFields extends request {
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
  return WithWalkForwardFields;
}

/**
 * How it is searched, with the defaults of a new request; fields in `others` are left out, and one that is null means its default, as
 * one that is left out does.
 */
export function searchSettingsOf(request: object, defaults: object, others: ReadonlySet<string>): object {
  const given = Object.entries(request).filter(
    ([name, value]) => !others.has(name) && value !== null && value !== undefined,
  );
  return Object.assign({}, defaults, Object.fromEntries(given));
}
