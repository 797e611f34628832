import { lentColumn } from '../lent-column';
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

/**
 * The row with the open time of a candle is what was decided at its close (ms), if it was known by then. `into` may be lent
 * for the values.
 */
export function alignSignals(
  { openTime, length }: Pick<CandleColumns, 'openTime' | 'length'>,
  closeTimes: Float64Array,
  { time, knownAt, value }: Pick<KnownRows, 'time' | 'knownAt' | 'value'>,
  into?: Float64Array,
): AlignedSignals {
  const values = lentColumn(length, into);
  let late = 0;
  let unmatched = 0;
  let row = 0;
  let bar = 0;
  const isDecided = (index: number, of: number) =>
    time[of] === openTime[index] && knownAt[of] <= closeTimes[index];
  while (bar < length) {
    // Most rows follow each other as the candles do: four at once take half as long.
    while (
      bar + 3 < length &&
      row + 3 < time.length &&
      isDecided(bar, row) &&
      isDecided(bar + 1, row + 1) &&
      isDecided(bar + 2, row + 2) &&
      isDecided(bar + 3, row + 3)
    ) {
      values[bar] = value[row];
      values[bar + 1] = value[row + 1];
      values[bar + 2] = value[row + 2];
      values[bar + 3] = value[row + 3];
      bar += 4;
      row += 4;
    }
    if (bar === length) break;
    for (; row < time.length && time[row] < openTime[bar]; row++) if (bar > 0) unmatched++;
    const isMatched = row < time.length && time[row] === openTime[bar];
    const isKnown = isMatched && knownAt[row] <= closeTimes[bar];
    values[bar] = isKnown ? value[row] : NaN;
    if (isMatched && !isKnown) late++;
    if (isMatched) row++;
    bar++;
  }
  return { values, late, unmatched };
}
