import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from './strategy';

/**
 * Long (and out of a short) on the bar where one column gets above another, short (and out of a long) where it gets
 * below; silent before bar `from`. Both columns are known from bar `from - 1` on.
 */
export function crossSignals(column: Float64Array, crossed: Float64Array, from: number): Uint8Array {
  const signals = new Uint8Array(column.length);
  let before = column[from - 1] - crossed[from - 1];
  for (let bar = from; bar < column.length; bar++) {
    const now = column[bar] - crossed[bar];
    if (before <= 0 && now > 0) signals[bar] = ENTER_LONG | EXIT_SHORT;
    else if (before >= 0 && now < 0) signals[bar] = EXIT_LONG | ENTER_SHORT;
    before = now;
  }
  return signals;
}
