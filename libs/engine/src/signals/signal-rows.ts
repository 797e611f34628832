import { type CandleColumns } from '../market/candle-columns';

/** A column of a dataset for one symbol, by ascending times; buffers may be SharedArrayBuffers. */
export interface SignalRows {
  /** In ms, as is when a row became known. */
  readonly time: Float64Array;
  readonly knownAt: Float64Array;
  /** NaN without a value; flags are 0 and 1. */
  readonly value: Float64Array;
}

export interface AlignedSignals {
  /** At each candle, NaN where no row has its open time or none was known at its close. */
  readonly values: Float64Array;
  /** Rows that became known after the close that they are for. */
  readonly late: number;
  /** Rows between the first and the last candle whose time is the open of none. */
  readonly unmatched: number;
}

/** The row with the open time of a candle is what was decided at its close, if it was known by then. */
export function alignSignals(
  { openTime, length }: CandleColumns,
  intervalSeconds: number,
  { time, knownAt, value }: SignalRows,
): AlignedSignals {
  const values = new Float64Array(length).fill(NaN);
  let late = 0;
  let unmatched = 0;
  let row = 0;
  for (let bar = 0; bar < length; bar++) {
    for (; row < time.length && time[row] < openTime[bar]; row++) if (bar > 0) unmatched++;
    if (row === time.length) break;
    if (time[row] !== openTime[bar]) continue;
    if (knownAt[row] <= openTime[bar] + intervalSeconds * 1000) values[bar] = value[row];
    else late++;
    row++;
  }
  return { values, late, unmatched };
}

/** The rows that were known by a time. */
export function rowsKnownBy({ time, knownAt, value }: SignalRows, moment: number): SignalRows {
  const isKnown = (_: number, row: number) => knownAt[row] <= moment;
  return { time: time.filter(isKnown), knownAt: knownAt.filter(isKnown), value: value.filter(isKnown) };
}
