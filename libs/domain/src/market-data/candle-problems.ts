import { OUTLIER_FACTOR, OUTLIER_WINDOW } from '#engine/market/outlier';
import { type FieldProblem, validateCandlePrices, validateOpenTime } from '#engine/market/validate-candle';
import type { CandleToWrite } from './candle-writes';

/** What breaks a rule of every candle, whatever is stored. */
export function problemsOf(candle: CandleToWrite, now: number): FieldProblem[] {
  return [...validateOpenTime(candle.openTime.getTime(), now), ...validateCandlePrices(candle)];
}

export function sentenceOf(problems: readonly FieldProblem[]): string {
  return problems.map(({ field, message }) => `${field} ${message}`).join('; ');
}

export const OUTLIER_PROBLEM: FieldProblem = {
  field: 'close',
  message:
    `is more than ${OUTLIER_FACTOR} times off the median close of the ${OUTLIER_WINDOW} candles before it` +
    ' (it is stored all the same when outliers are allowed)',
};
