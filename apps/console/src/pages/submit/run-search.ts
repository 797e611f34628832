import type { Schemas } from '../../api/hooks';
import type { RunSearch } from '../search-parameters';

type NamedSeries = Readonly<Pick<Schemas['BenchmarkSeriesRead'], 'exchange' | 'symbol'>>;

/** What a run was requested with. */
export interface RequestedRun extends NamedSeries {
  readonly strategy_name: string;
  readonly interval: Schemas['Interval'];
  readonly start_date: string;
  readonly end_date: string;
  readonly parameters: object;
  readonly execution: object;
  /** Null where its own series is held beside it. */
  readonly benchmark: NamedSeries | null;
}

/** What the form of a new run begins with: the same request. */
export function runSearchOf({ exchange, symbol, benchmark, ...run }: RequestedRun): RunSearch {
  const { strategy_name, interval, start_date, end_date } = run;
  return {
    strategy_name,
    ...named({ exchange, symbol }),
    interval,
    start_date,
    end_date,
    ...present('parameters', run.parameters),
    ...present('execution', run.execution),
    ...(benchmark && { benchmark: named(benchmark) }),
  };
}

const named = ({ exchange, symbol }: NamedSeries) => ({ symbol, ...(exchange !== null && { exchange }) });

/** Empty objects only lengthen the address. */
const present = (name: 'parameters' | 'execution', value: object) =>
  Object.keys(value).length > 0 && { [name]: value };
