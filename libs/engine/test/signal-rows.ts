import { strategyOfSignals } from '../src/signals/signals-strategy';
import { readSignals } from '../src/signals/read-signals';
import { type CandleColumns } from '../src/market/candle-columns';

/** A strategy of a dataset that has a value for each candle (null: none), known at its close. */
export function signalsAt(
  { openTime, length }: CandleColumns,
  values: readonly (number | null)[],
  parameters: object = {},
  intervalSeconds = 3_600,
) {
  const time = openTime.slice(0, length);
  return strategyOfSignals({
    kind: 'signals',
    request: readSignals({ dataset: 'model', column: 'x', ...parameters }),
    rows: {
      time,
      knownAt: time.map((open) => open + intervalSeconds * 1000),
      value: Float64Array.from(time, (_, bar) => values[bar] ?? NaN),
    },
    intervalSeconds,
  });
}
