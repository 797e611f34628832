import type { Schemas } from '../../api/hooks';
import type { Parameters } from '../../format/parameters';
import type { RunSearch } from '../search-parameters';
import { runSearchOf } from '../submit/run-search';

export type Sweep = Schemas['SweepRead'];
export type WalkForward = Schemas['WalkForwardRead'];
export type Search = Sweep | WalkForward;

export const POLL_MILLISECONDS = 1_000;

export const isUnderWay = ({ status }: Pick<Search, 'status'>): boolean =>
  status === 'pending' || status === 'running';

/** us SPX 1d, 2000-01-03 to 2020-04-17 */
export function rangeText({ exchange, symbol, interval, request }: Search): string {
  const days = request ? `, ${request.start_date} to ${request.end_date}` : '';
  return `${exchange === null ? '' : `${exchange} `}${symbol} ${interval}${days}`;
}

/** What the search is held beside: holding us SPX. */
export function benchmarkText({ request, exchange, symbol, allocation }: Search): string {
  if (!request?.benchmark && allocation !== null) return 'the universe at equal weights';
  const series = request?.benchmark ?? { exchange, symbol };
  return `holding ${series.exchange === null ? '' : `${series.exchange} `}${series.symbol}`;
}

/** What the form of a new run begins with: the request of the search, or its series alone where that is not known. */
function runOf({ strategy_name, symbol, exchange, interval, request }: Search): RunSearch {
  if (request) return runSearchOf({ strategy_name, symbol, exchange, interval, ...request });
  return { strategy_name, symbol, interval, ...(exchange !== null && { exchange }) };
}

/** The same with one combination of parameters. */
export function backtestOf(search: Search, combination: Parameters): RunSearch {
  return { ...runOf(search), parameters: { ...search.request?.parameters, ...combination } };
}

/** The same with the grid of the search. */
export function searchOf(search: Search): RunSearch {
  const grid = search.request?.param_grid;
  return { ...runOf(search), ...(grid && { param_grid: grid }) };
}

/** Parameters that differ between combinations. */
export function variedParameters({ combinations = [] }: Sweep): string[] {
  const [first] = combinations;
  return Object.keys(first?.parameters ?? {}).filter((name) =>
    combinations.some(({ parameters }) => parameters[name] !== first?.parameters[name]),
  );
}
