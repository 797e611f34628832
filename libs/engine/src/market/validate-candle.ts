import {
  compareDecimalText,
  DECIMAL_TEXT_RULE,
  isDecimalText,
  isPositiveDecimalText,
} from '../decimal/decimal-text';
import { DAY_MILLISECONDS } from '../calendar/day';

const PRICE_FIELDS = ['open', 'high', 'low', 'close'] as const;

export type CandlePrices = Readonly<Record<'open' | 'high' | 'low' | 'close' | 'volume', string>>;

export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** The same for the millions of candles that have none. */
const NO_PROBLEMS: readonly FieldProblem[] = [];

/** What is wrong with a candle's numbers, one entry per field; empty when nothing is. */
export function validateCandlePrices(candle: CandlePrices): readonly FieldProblem[] {
  return isSound(candle) ? NO_PROBLEMS : problemsOf(candle);
}

/** The same rules for the many candles that break none, at a fraction of the cost. */
function isSound({ open, high, low, close, volume }: CandlePrices): boolean {
  return (
    isDecimalText(open) &&
    isDecimalText(high) &&
    isPositiveDecimalText(low) &&
    isDecimalText(close) &&
    isDecimalText(volume) &&
    compareDecimalText(open, high) <= 0 &&
    compareDecimalText(close, high) <= 0 &&
    compareDecimalText(low, open) <= 0 &&
    compareDecimalText(low, close) <= 0
  );
}

function problemsOf(candle: CandlePrices): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const field of PRICE_FIELDS) {
    if (!isDecimalText(candle[field])) problems.push({ field, message: `must be ${DECIMAL_TEXT_RULE}` });
    else if (!isPositiveDecimalText(candle[field])) problems.push({ field, message: 'must be above 0' });
  }
  if (!isDecimalText(candle.volume))
    problems.push({ field: 'volume', message: `must be ${DECIMAL_TEXT_RULE}` });
  if (problems.length > 0) return problems;

  const above = (a: string, b: string) => compareDecimalText(a, b) > 0;
  for (const field of ['open', 'close', 'low'] as const) {
    if (above(candle[field], candle.high)) {
      problems.push({ field: 'high', message: `must not be below ${field} (${candle[field]})` });
    }
  }
  for (const field of ['open', 'close'] as const) {
    if (above(candle.low, candle[field])) {
      problems.push({ field: 'low', message: `must not be above ${field} (${candle[field]})` });
    }
  }
  return problems;
}

/** A candle opens on a whole second from 1970 to one day from `now` (both milliseconds since 1970 UTC). */
export function validateOpenTime(openTime: number, now: number): readonly FieldProblem[] {
  if (openTime >= 0 && openTime <= now + DAY_MILLISECONDS && openTime % 1000 === 0) return NO_PROBLEMS;
  return [{ field: 'open_time', message: 'must be a whole second from 1970-01-01 to one day from now' }];
}

/** Round-the-clock candles open at multiples of their interval since 1970 UTC; `openTime` in milliseconds. */
export function validateOnGrid(openTime: number, intervalSeconds: number): readonly FieldProblem[] {
  if (openTime % (intervalSeconds * 1000) === 0) return NO_PROBLEMS;
  return [{ field: 'open_time', message: `must be a multiple of the interval's ${intervalSeconds} s` }];
}
