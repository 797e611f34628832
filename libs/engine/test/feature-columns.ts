import { FEATURES, startFeatures } from '../src/features/feature-set';
import { barsOf } from './bars-of';
import { type CandleColumns } from '../src/market/candle-columns';

/** Every feature of every candle, by name, as a stream computes them. */
export function featureColumns(candles: CandleColumns): ReadonlyMap<string, Float64Array> {
  const stream = startFeatures();
  const columns = FEATURES.map(() => new Float64Array(candles.length));
  barsOf(candles).forEach((bar, index) => {
    stream.update(bar);
    columns.forEach((column, feature) => (column[index] = stream.values[feature]));
  });
  return new Map(FEATURES.map(({ name }, feature) => [name, columns[feature]]));
}
