import type { ParameterSearch } from '#domain/parameter-search/parameter-search.entity';
import { CountAnswer, DateAnswer, NamedAnswer, ObjectAnswer } from '../http/answer-fields';
import { BenchmarkSeriesRead } from './benchmark.dto';
import { toMemberRead, UniverseMemberRead } from '../http/universe-members';
import { DatasetsUsedProperty, type DatasetUsedRead, toDatasetsUsed } from './dataset-used.dto';
import { EXECUTION_SCHEMA } from './execution.schema';
import { AllocationRead, toAllocation } from './portfolio/allocation.dto';
import { PARAMETER_GRID_SCHEMA, STRATEGY_PARAMETERS_SCHEMA } from './parameters.schema';

/** What the searched portfolio was requested with. */
class SearchedPortfolioRead extends AllocationRead {
  @ObjectAnswer([UniverseMemberRead], { description: 'The members, in the order of the universe' })
  members: UniverseMemberRead[];
}

/** What a search was requested with, besides strategy, series and objective. */
export class SearchRequestRead {
  @DateAnswer({ description: 'First UTC day, inclusive', example: '2000-01-03' })
  start_date: string;

  @DateAnswer({ description: 'Last UTC day, inclusive', example: '2020-04-17' })
  end_date: string;

  @NamedAnswer(STRATEGY_PARAMETERS_SCHEMA, {
    description: 'Parameters that are the same in every combination, as requested; none of a portfolio',
    example: {},
  })
  parameters: object;

  @ObjectAnswer(SearchedPortfolioRead, {
    description: 'The portfolio whose settings are searched; null: one strategy is searched on one series',
    nullable: true,
  })
  portfolio: SearchedPortfolioRead | null;

  @NamedAnswer(EXECUTION_SCHEMA, {
    description: 'Execution settings as requested',
    example: { slippage_bps: 5 },
  })
  execution: object;

  @ObjectAnswer(BenchmarkSeriesRead, {
    description:
      'The series that is held beside it, as requested; null: its own, or the universe at equal weights',
    nullable: true,
  })
  benchmark: BenchmarkSeriesRead | null;

  @DatasetsUsedProperty()
  datasets: DatasetUsedRead[];

  @NamedAnswer(PARAMETER_GRID_SCHEMA, {
    description: 'Values to try as requested; null: the default grid of the strategy or the portfolio',
    example: { fast: [5, 10, 20], slow: { min: 30, max: 90, step: 30 } },
    nullable: true,
  })
  param_grid: object | null;

  @CountAnswer('trades', { description: 'Trades that a combination needs to be the best one', example: 5 })
  min_trades: number;

  @CountAnswer('no unit', { description: 'Seed of the random draws of n_trials', example: 42 })
  seed: number;

  @CountAnswer('combinations', {
    description: 'Combinations that are drawn from the grid; null: all are tried',
    example: null,
    nullable: true,
  })
  n_trials: number | null;
}

type Optional = 'parameters' | 'benchmark' | 'param_grid' | 'n_trials';
type StoredSettings = Omit<SearchRequestRead, 'start_date' | 'end_date' | 'portfolio' | Optional> &
  Partial<Pick<SearchRequestRead, Optional>>;

export function toSearchRequest({
  startDate,
  endDate,
  settings,
  members,
  datasets,
}: Pick<ParameterSearch, 'startDate' | 'endDate' | 'settings' | 'members' | 'datasets'>) {
  const { parameters, execution, benchmark, param_grid, min_trades, seed, n_trials } =
    settings as StoredSettings;
  return {
    start_date: startDate,
    end_date: endDate,
    parameters: parameters ?? {},
    portfolio:
      members && Object.assign(toAllocation({ ...settings }), { members: members.map(toMemberRead) }),
    execution,
    benchmark: benchmark ?? null,
    datasets: toDatasetsUsed(datasets),
    param_grid: param_grid ?? null,
    min_trades,
    seed,
    n_trials: n_trials ?? null,
  } satisfies SearchRequestRead;
}
