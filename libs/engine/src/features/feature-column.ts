import { type CandleColumns } from '../market/candle-columns';
import { startFeaturesOf } from './feature-set';

/** One feature of each candle, NaN where unknown; `name` is one of FEATURES. */
export function columnOfFeature(candles: CandleColumns, name: string): Float64Array {
  return columnsOfFeatures(candles, [name]).get(name)!;
}

/** Several by their names, each once; groups of features are computed once for all of them. */
export function columnsOfFeatures(
  candles: CandleColumns,
  names: readonly string[],
): ReadonlyMap<string, Float64Array> {
  const { openTime, open, high, low, close, volume, length } = candles;
  const columns = names.map(() => new Float64Array(length));
  const stream = startFeaturesOf(names);
  for (let index = 0; index < length; index++) {
    stream.update({
      openTime: openTime[index],
      open: open[index],
      high: high[index],
      low: low[index],
      close: close[index],
      volume: volume[index],
    });
    for (let feature = 0; feature < columns.length; feature++)
      columns[feature][index] = stream.values[feature];
  }
  return new Map(names.map((name, feature) => [name, columns[feature]]));
}
