import { type KnownRows } from '../known-data/known-data';
import { type CandleColumns } from '../market/candle-columns';

export interface AlignedSignals {
  /** At each candle, NaN where no row has its open time or none was known at its close. */
  readonly values: Float64Array;
  /** Rows that became known after the close that they are for. */
  readonly late: number;
  /** Rows between the first and the last candle whose time is the open of none. */
  readonly unmatched: number;
}

/** The row with the open time of a candle is what was decided at its close (ms), if it was known by then. */
export function alignSignals(
  { openTime, length }: Pick<CandleColumns, 'openTime' | 'length'>,
  closeTimes: Float64Array,
  { time, knownAt, value }: Pick<KnownRows, 'time' | 'knownAt' | 'value'>,
): AlignedSignals {
  const values = new Float64Array(length).fill(NaN);
  let late = 0;
  let unmatched = 0;
  let row = 0;
  for (let bar = 0; bar < length; bar++) {
    for (; row < time.length && time[row] < openTime[bar]; row++) if (bar > 0) unmatched++;
    if (row === time.length) break;
    if (time[row] !== openTime[bar]) continue;
    if (knownAt[row] <= closeTimes[bar]) values[bar] = value[row];
    else late++;
    row++;
  }
  return { values, late, unmatched };
}
