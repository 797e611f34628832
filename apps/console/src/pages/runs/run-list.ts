import type { Sorting } from '../../components/table';
import type { Schemas } from '../../api/hooks';
import { text, type Search } from '../search-parameters';

export type Run = Schemas['RunRead'];

/** The filters of the list, which are parameters of its address: what the operation `listRuns` calls them. */
export const FILTERS = [
  'kind',
  'allocation',
  'strategy_name',
  'exchange',
  'symbol',
  'interval',
  'status',
  'verdict',
  'name',
  'tag',
  'author',
  'parameters',
  'start_date',
  'end_date',
  'created_start',
  'created_end',
  'at_least',
  'at_most',
] as const;

type FilterName = (typeof FILTERS)[number];

/** Values as an address has them: the service checks them, and says what is allowed. */
export type RunFilter = Partial<Record<Exclude<FilterName, 'interval'>, string>> & {
  readonly interval?: Schemas['Interval'];
};

export interface RunListSearch extends RunFilter {
  readonly sort?: string;
  readonly order?: 'asc' | 'desc';
}

export function runListSearch(search: Search): RunListSearch {
  const filter = Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = text(search[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const order = search.order === 'asc' || search.order === 'desc' ? search.order : undefined;
  return { ...filter, sort: text(search.sort), order };
}

export const sortingOf = ({ sort = 'created_at', order = 'desc' }: RunListSearch): Sorting => ({
  by: sort,
  order,
});

/** The address of the same list as a file. */
export function csvPath(search: RunListSearch): string {
  const query = new URLSearchParams(
    Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return `/api/v1/backtesting/runs?${query.toString()}`;
}
