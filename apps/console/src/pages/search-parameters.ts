import type { Schemas } from '../api/hooks';

export type Search = Readonly<Record<string, unknown>>;

/** A parameter of the address as text; the router reads `?symbol=1` as a number. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** `?tab=trades` */
export const tabSearch = (search: Search): { tab?: string } => ({ tab: text(search.tab) });

/** `?name=tech` */
export const nameSearch = (search: Search): { name?: string } => ({ name: text(search.name) });

/** `?runs=backtest:1,walk-forward:2` */
export const runsSearch = (search: Search): { runs?: string } => ({ runs: text(search.runs) });

/** `?exchange=&symbol=&interval=` */
export const seriesSearch = (
  search: Search,
): { exchange?: string; symbol?: string; interval?: Schemas['Interval'] } => ({
  exchange: text(search.exchange),
  symbol: text(search.symbol),
  interval: text(search.interval) as Schemas['Interval'] | undefined,
});

/** `?symbol=SPX&as_of=2020-04-18T00:00:00Z` */
export const symbolSearch = (search: Search): { symbol?: string; as_of?: string } => ({
  symbol: text(search.symbol),
  as_of: text(search.as_of),
});

type Values = Readonly<Record<string, unknown>>;

/** What the form of a new run begins with, by the names of the request's fields; `?parameters={"fast":10}`. */
export interface RunSearch {
  strategy_name?: string;
  exchange?: string;
  symbol?: string;
  interval?: Schemas['Interval'];
  start_date?: string;
  end_date?: string;
  parameters?: Values;
  execution?: Values;
  benchmark?: Values;
  param_grid?: Values;
}

const object = (value: unknown): Values | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : undefined;

export const runSearch = (search: Search): RunSearch => ({
  ...seriesSearch(search),
  strategy_name: text(search.strategy_name),
  start_date: text(search.start_date),
  end_date: text(search.end_date),
  parameters: object(search.parameters),
  execution: object(search.execution),
  benchmark: object(search.benchmark),
  param_grid: object(search.param_grid),
});

/** What the form of a new portfolio run begins with, by the names of the request's fields; `?universe=tech`. */
export interface PortfolioSearch {
  /** A search over its settings. */
  mode?: 'sweep' | 'walk-forward';
  universe?: string | readonly { exchange?: string | null; symbol: string }[];
  interval?: Schemas['Interval'];
  start_date?: string;
  end_date?: string;
  weights?: Values;
  ranking?: Values;
  rules?: Values;
  rebalance?: Values;
  delisting_return?: number;
  benchmark?: Values;
  execution?: Values;
  param_grid?: Values;
}

export const portfolioSearch = (search: Search): PortfolioSearch => ({
  mode: search.mode === 'sweep' || search.mode === 'walk-forward' ? search.mode : undefined,
  universe: Array.isArray(search.universe)
    ? (search.universe as PortfolioSearch['universe'])
    : text(search.universe),
  interval: text(search.interval) as PortfolioSearch['interval'],
  start_date: text(search.start_date),
  end_date: text(search.end_date),
  weights: object(search.weights),
  ranking: object(search.ranking),
  rules: object(search.rules),
  rebalance: object(search.rebalance),
  delisting_return: typeof search.delisting_return === 'number' ? search.delisting_return : undefined,
  benchmark: object(search.benchmark),
  execution: object(search.execution),
  param_grid: object(search.param_grid),
});

/** `?exchange=&symbol=&interval=&start=&end=&indicators=sma:20,macd:12:26:9` */
export const chartSearch = (
  search: Search,
): ReturnType<typeof seriesSearch> & { start?: string; end?: string; indicators?: string } => ({
  ...seriesSearch(search),
  start: text(search.start),
  end: text(search.end),
  indicators: text(search.indicators),
});
