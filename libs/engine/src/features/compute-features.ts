import type { CandleColumns } from '../market/candle-columns';
import { FEATURES, startFeatures } from './feature-set';

/** The features of the candles from an index on, those before as warm-up: a row of FEATURES after the other, NaN where unknown. */
export function computeFeatures(candles: CandleColumns, from: number): Float64Array {
  const { openTime, open, high, low, close, volume, length } = candles;
  const width = FEATURES.length;
  const rows = new Float64Array(Math.max(0, length - from) * width);
  const stream = startFeatures();
  for (let index = 0; index < length; index++) {
    stream.update({
      openTime: openTime[index],
      open: open[index],
      high: high[index],
      low: low[index],
      close: close[index],
      volume: volume[index],
    });
    if (index >= from) rows.set(stream.values, (index - from) * width);
  }
  return rows;
}
