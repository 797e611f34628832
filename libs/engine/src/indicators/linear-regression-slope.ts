import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { lentColumn } from './lent-column';
import { barsRule } from './parameter-rule';

function linearRegressionSlopeLookback(period: number): number {
  return period - 1;
}

/** Slope of the line of least squares through the last `period` values, per bar; NaN before index `period - 1`. */
function linearRegressionSlope(values: Float64Array, period: number, into?: Float64Array): Float64Array {
  const { length } = values;
  const slopes = lentColumn(length, into);
  // At k: sums over the block before from its index k on, plain and times the age when the newer block began.
  const tails = new Float64Array(period + 1);
  const tailsByAge = new Float64Array(period + 1);
  const { meanAge, ageDeviations } = new IncrementalLinearRegressionSlope(period);
  for (let start = 0; start < length; start += period) {
    const origin = values[start];
    let tail = 0;
    let byAge = 0;
    for (let age = 1; age < period && start > 0; age++) {
      const distance = values[start - age] - origin;
      tail += distance;
      byAge += distance * age;
      tails[period - age] = tail;
      tailsByAge[period - age] = byAge;
    }
    let head = 0;
    let headByAge = 0;
    const inBlock = Math.min(period, length - start);
    for (let index = 0; index < inBlock; index++) {
      headByAge += head;
      head += values[start + index] - origin;
      const before = tails[index + 1];
      const sumByAge = tailsByAge[index + 1] + index * before + headByAge;
      slopes[start + index] = ((before + head) * meanAge - sumByAge) / ageDeviations;
    }
  }
  return slopes.fill(NaN, 0, linearRegressionSlopeLookback(period));
}

/**
 * The same, value by value. Nothing is ever subtracted from a sum, as in rollingSum: the series is cut into blocks of `period`, and each window is
 * the tail of one block and the head of the next. Sums are of distances to the first value of the newer block, which is in
 * every window that reaches into it, so no digits are lost far from zero.
 */
class IncrementalLinearRegressionSlope implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  private readonly block: Float64Array;
  /** At k: sums over the block before from its index k on, plain and times the age when the newer block began. */
  private readonly tails: Float64Array;
  private readonly tailsByAge: Float64Array;
  readonly meanAge: number;
  readonly ageDeviations: number;
  private index = 0;
  private origin = 0;
  private head = 0;
  private headByAge = 0;
  private isWarm = false;

  constructor(private readonly period: number) {
    this.block = new Float64Array(period);
    this.tails = new Float64Array(period + 1);
    this.tailsByAge = new Float64Array(period + 1);
    this.meanAge = (period - 1) / 2;
    this.ageDeviations = (period * (period * period - 1)) / 12;
  }

  update(value: number): void {
    if (this.index === 0) this.beginBlock(value);
    const { index } = this;
    this.block[index] = value;
    this.headByAge += this.head;
    this.head += value - this.origin;
    this.index = index + 1;
    if (this.index === this.period) {
      this.index = 0;
      this.isWarm = true;
    }
    if (!this.isWarm) return;
    const tail = this.tails[index + 1];
    const byAge = this.tailsByAge[index + 1] + index * tail + this.headByAge;
    this.values[0] = ((tail + this.head) * this.meanAge - byAge) / this.ageDeviations;
  }

  private beginBlock(origin: number): void {
    const { period, block } = this;
    let tail = 0;
    let byAge = 0;
    for (let index = period - 1; index > 0; index--) {
      const distance = block[index] - origin;
      tail += distance;
      byAge += distance * (period - index);
      this.tails[index] = tail;
      this.tailsByAge[index] = byAge;
    }
    this.origin = origin;
    this.head = 0;
    this.headByAge = 0;
  }
}

export const linearRegressionSlopeIndicator: SourceIndicator<'period'> = {
  name: 'linearreg_slope',
  summary: 'Linear regression slope: the rise per bar of the line of least squares through the last values.',
  parameters: { period: barsRule(14, 'Bars in the window.', 2) },
  input: 'source',
  outputs: ['linearreg_slope'],
  lookback: ({ period }) => linearRegressionSlopeLookback(period),
  warmup: ({ period }) => linearRegressionSlopeLookback(period),
  compute: (source, { period }, into) => [linearRegressionSlope(source, period, into?.[0])],
  start: ({ period }) => new IncrementalLinearRegressionSlope(period),
};
