import type { Schemas } from '../../api/hooks';
import type { Parameters } from '../../format/parameters';
import type { PortfolioSearch } from '../search-parameters';
import { nest, type Texts } from './nested-texts';

/** More members would make the address too long. */
const MOST_MEMBERS = 60;

interface Request {
  readonly universe: string | null;
  readonly members: readonly Schemas['UniverseMemberRead'][];
  readonly requested: Schemas['AllocationRead'];
  readonly interval: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly execution: object;
  readonly benchmark_series: Schemas['BenchmarkSeriesRead'] | null;
}

/** What the form of a new run begins with: the same request. */
export function searchOf(request: Request): PortfolioSearch {
  const { requested, members, execution, benchmark_series: benchmark } = request;
  const inline = members.length > MOST_MEMBERS ? undefined : members.map(present);
  return {
    ...(present(requested) as PortfolioSearch),
    universe: request.universe ?? inline,
    interval: request.interval as PortfolioSearch['interval'],
    start_date: request.start_date,
    end_date: request.end_date,
    ...(Object.keys(execution).length > 0 && { execution: execution as PortfolioSearch['execution'] }),
    ...(benchmark && { benchmark: present(benchmark) }),
  };
}

/** What the form begins with of a search over a portfolio, with one of its combinations; undefined of another search. */
export function portfolioSearchOf(
  { universe, interval, request }: Schemas['SweepRead'] | Schemas['WalkForwardRead'],
  combination: Parameters,
): PortfolioSearch | undefined {
  if (!request?.portfolio) return undefined;
  const { members, ...requested } = request.portfolio;
  const { start_date, end_date, execution, benchmark: benchmark_series } = request;
  const search = searchOf({
    universe,
    members,
    requested,
    interval,
    start_date,
    end_date,
    execution,
    benchmark_series,
  });
  const changed = Object.entries(combination).map(([path, value]) => [path, String(value)]);
  return merge(
    search,
    nest(Object.fromEntries(changed) as Texts, ['weights', 'ranking', 'rules', 'rebalance']),
  );
}

function merge<Fields extends object>(fields: Fields, changed: Readonly<Record<string, unknown>>): Fields {
  const merged = { ...fields } as Record<string, unknown>;
  for (const [name, value] of Object.entries(changed)) {
    const before = merged[name];
    merged[name] =
      typeof before === 'object' && before !== null && typeof value === 'object' && value !== null
        ? merge(before, value as Record<string, unknown>)
        : value;
  }
  return merged as Fields;
}

/** The fields that are not null. */
const present = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Fields;
