import { type CandleColumns } from '../market/candle-columns';
import { startFeature } from './feature-set';

/** One feature of each candle, NaN where unknown; `name` is one of FEATURES. */
export function columnOfFeature(candles: CandleColumns, name: string): Float64Array {
  const { openTime, open, high, low, close, volume, length } = candles;
  const column = new Float64Array(length);
  const update = startFeature(name);
  for (let index = 0; index < length; index++) {
    column[index] = update({
      openTime: openTime[index],
      open: open[index],
      high: high[index],
      low: low[index],
      close: close[index],
      volume: volume[index],
    });
  }
  return column;
}
