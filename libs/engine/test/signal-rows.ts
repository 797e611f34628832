import { keyOfRequest } from '../src/known-data/data-request';
import { type KnownRows } from '../src/known-data/known-data';
import { type CandleColumns } from '../src/market/candle-columns';
import { columnOfSignals, numbersOf, readSignals } from '../src/signals/read-signals';
import { strategyOfSignals } from '../src/signals/signals-strategy';

/** What a run needs of a dataset that has a value for each candle (null: none), known at its close. */
export function signalsAt(
  { openTime, length }: CandleColumns,
  values: readonly (number | null)[],
  parameters: object = {},
  intervalSeconds = 3_600,
) {
  const time = openTime.slice(0, length);
  return signalsOf(
    {
      time,
      knownAt: time.map((open) => open + intervalSeconds * 1000),
      value: Float64Array.from(time, (_, bar) => values[bar] ?? NaN),
    },
    parameters,
  );
}

/** The same of any rows. */
export function signalsOf(rows: Omit<KnownRows, 'kind'>, parameters: object = {}) {
  const request = readSignals({ dataset: 'model', column: 'x', ...parameters });
  return {
    strategy: strategyOfSignals(request),
    parameters: numbersOf(request),
    data: new Map([[keyOfRequest(columnOfSignals(request)), { kind: 'rows' as const, ...rows }]]),
  };
}
