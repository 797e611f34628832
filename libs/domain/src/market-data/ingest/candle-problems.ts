import { LEVEL_WINDOW, OUTLIER_FACTOR, OUTLIER_WINDOW } from '#engine/market/outlier';
import { type FieldProblem, validateCandlePrices, validateOpenTime } from '#engine/market/validate-candle';
import type { CandleToWrite } from '../series/candle-writes';

/** What breaks a rule of every candle, whatever is stored. */
export function problemsOf(candle: CandleToWrite, now: number): readonly FieldProblem[] {
  const ofTime = validateOpenTime(candle.openTime.getTime(), now);
  const ofPrices = validateCandlePrices(candle);
  return ofTime.length > 0 ? [...ofTime, ...ofPrices] : ofPrices;
}

export function sentenceOf(problems: readonly FieldProblem[]): string {
  return problems.map(({ field, message }) => `${field} ${message}`).join('; ');
}

const OFF =
  `is more than ${OUTLIER_FACTOR} times off the median close of the ${OUTLIER_WINDOW} candles before it` +
  ` and off each of the last ${LEVEL_WINDOW}`;
const ALLOWED = '(it is stored at once when outliers are allowed)';

export const HELD_PROBLEM: FieldProblem = {
  field: 'close',
  message: `${OFF}: it is held in quarantine, and stored when the next two closes stay at its level ${ALLOWED}`,
};

export const SPIKE_PROBLEM: FieldProblem = {
  field: 'close',
  message: `${OFF}, and one of the next two closes is back: it is held in quarantine as a spike ${ALLOWED}`,
};
