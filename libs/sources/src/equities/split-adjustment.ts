import { isDecimalText } from '#engine/decimal/decimal-text';
import { type DecimalRatio, multiplyDecimalText, scaleDecimalText } from '#engine/decimal/scale-decimal-text';
import type { Split } from './equity-source';

/** A third of a price does not end: it is rounded here, half to even. */
const DECIMAL_PLACES = 10;

/** Of every amount before splits the one that it is in shares of after them. */
export interface SplitAdjustment {
  /** Of a price or another amount per share on a date. */
  readonly perShare: (amount: string, date: string) => string;
  /** Of a number of shares. */
  readonly shares: (count: string, date: string) => string;
}

/**
 * Adjusts for all splits with an ex-date after the date in question. Before the first of them numbers stay as they are
 * written; so does what is no decimal, for those who check candles to see.
 */
export function splitAdjustment(splits: readonly Split[]): SplitAdjustment {
  const ratios = ratiosByDate(splits);
  const scale = (value: string, date: string, ratioFor: (ratio: DecimalRatio) => DecimalRatio) => {
    const ratio = ratios.find(({ exDate }) => exDate > date);
    return ratio && isDecimalText(value) ? scaleDecimalText(value, ratioFor(ratio), DECIMAL_PLACES) : value;
  };
  return {
    perShare: (amount, date) => {
      return scale(amount, date, ({ numerator, denominator }) => ({
        numerator: denominator,
        denominator: numerator,
      }));
    },
    shares: (count, date) => scale(count, date, (ratio) => ratio),
  };
}

/** Each split with the ratio of it and all later ones together, ascending. */
function ratiosByDate(splits: readonly Split[]): Split[] {
  const ratios: Split[] = [];
  const latestFirst = [...splits].sort((a, b) => (a.exDate < b.exDate ? 1 : -1));
  for (const { exDate, numerator, denominator } of latestFirst) {
    const later = ratios[0] ?? { numerator: '1', denominator: '1' };
    ratios.unshift({
      exDate,
      numerator: multiplyDecimalText(numerator, later.numerator),
      denominator: multiplyDecimalText(denominator, later.denominator),
    });
  }
  return ratios;
}
