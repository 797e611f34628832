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
    if (side > 0) bar = firstNotAbove(column, crossed, bar);
    else if (side < 0) bar = firstNotAbove(crossed, column, bar);
    if (bar === length) break;
    side = Math.sign(column[bar] - crossed[bar]);
    if (side > 0) signals[bar] = ENTER_LONG | EXIT_SHORT;
    else if (side < 0) signals[bar] = EXIT_LONG | ENTER_SHORT;
    bar++;
  }
  return signals;
}

/**
 * The first bar from `from` on where `one` is not above `other`; their length where none is. Nearly every bar stays where
 * the one before it was, and a loop costs as much as what it compares: four bars take little more of it than one.
 */
function firstNotAbove(one: Float64Array, other: Float64Array, from: number): number {
  const { length } = one;
  let bar = from;
  while (
    bar + 3 < length &&
    one[bar] > other[bar] &&
    one[bar + 1] > other[bar + 1] &&
    one[bar + 2] > other[bar + 2] &&
    one[bar + 3] > other[bar + 3]
  ) {
    bar += 4;
  }
  while (bar < length && one[bar] > other[bar]) bar++;
  return bar;
}
