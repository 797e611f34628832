import { type Bar, type CandleColumns } from '../market/candle-columns';
import { lentColumn } from '../lent-column';

/** (high + low + close) / 3 of each bar. */
export function typicalPrice({ high, low, close, length }: CandleColumns, into?: Float64Array): Float64Array {
  const prices = lentColumn(length, into);
  for (let bar = 0; bar < length; bar++) prices[bar] = (high[bar] + low[bar] + close[bar]) / 3;
  return prices;
}

/** The same of one bar. */
export function typicalPriceOf({ high, low, close }: Bar): number {
  return (high + low + close) / 3;
}
