import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from '../backtest/strategy';

/**
 * Long (and out of a short) on the bar where one column gets above another, short (and out of a long) where it gets
 * below; silent before bar `from`. Both columns are known from bar `from - 1` on.
 */
export function crossSignals(column: Float64Array, crossed: Float64Array, from: number): Uint8Array {
  const { length } = column;
  const signals = new Uint8Array(length);
  let side = Math.sign(column[from - 1] - crossed[from - 1]);
  let bar = from;
  while (bar < length) {
    // Nearly every bar stays where the one before it was: two loops that do nothing else take half the time of one.
    if (side > 0) while (bar < length && column[bar] > crossed[bar]) bar++;
    else if (side < 0) while (bar < length && column[bar] < crossed[bar]) bar++;
    if (bar === length) break;
    side = Math.sign(column[bar] - crossed[bar]);
    if (side > 0) signals[bar] = ENTER_LONG | EXIT_SHORT;
    else if (side < 0) signals[bar] = EXIT_LONG | ENTER_SHORT;
    bar++;
  }
  return signals;
}
