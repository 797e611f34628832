import { computeMean } from './compute-mean';
import { type DailyReturns } from './daily-returns';

export interface Correlation {
  /** Pearson's, -1 to 1; null with fewer than 2 common days, or where one of the two does not vary over them. */
  readonly coefficient: number | null;
  /** Days that both have. */
  readonly commonDays: number;
}

/** A deviation that is rounding alone, as a share of the squares' sum. */
const NO_VARIANCE = 1e-24;

/** The correlation of two accounts over the days that both have a return of (pandas.DataFrame.corr of columns that are joined by day). */
export function correlateReturns(one: DailyReturns, other: DailyReturns): Correlation {
  const [left, right] = valuesOfCommonDays(one, other);
  const commonDays = left.length;
  if (commonDays < 2) return { coefficient: null, commonDays };
  const [leftMean, rightMean] = [computeMean(left)!, computeMean(right)!];
  let product = 0;
  let leftSquares = 0;
  let rightSquares = 0;
  for (let day = 0; day < commonDays; day++) {
    const [x, y] = [left[day] - leftMean, right[day] - rightMean];
    product += x * y;
    leftSquares += x * x;
    rightSquares += y * y;
  }
  const least = NO_VARIANCE * commonDays;
  if (leftSquares < least || rightSquares < least) return { coefficient: null, commonDays };
  const coefficient = product / Math.sqrt(leftSquares * rightSquares);
  return { coefficient: Math.max(-1, Math.min(1, coefficient)), commonDays };
}

function valuesOfCommonDays(one: DailyReturns, other: DailyReturns): [Float64Array, Float64Array] {
  const most = Math.min(one.days.length, other.days.length);
  const [left, right] = [new Float64Array(most), new Float64Array(most)];
  let common = 0;
  let position = 0;
  for (let index = 0; index < one.days.length; index++) {
    const day = one.days[index];
    while (other.days[position] < day) position++;
    if (other.days[position] !== day) continue;
    left[common] = one.returns[index];
    right[common++] = other.returns[position];
  }
  return [left.subarray(0, common), right.subarray(0, common)];
}
