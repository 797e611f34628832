import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { inStretches } from './in-stretches';
import { REGION } from './kernels/kernel-memory';
import { kernels, Region } from './kernels/simd-kernels';
import { lentColumn } from '../lent-column';
import { barsRule } from './parameter-rule';

const VALUES = new Region(1, 2);
const SLOPES = new Region(3);
/** Those by age after the plain ones. */
const TAILS = new Region(4, 2);

function linearRegressionSlopeLookback(period: number): number {
  return period - 1;
}

/** Slope of the line of least squares through the last `period` values, per bar; NaN before index `period - 1`. */
function linearRegressionSlope(values: Float64Array, period: number, into?: Float64Array): Float64Array {
  const slopes = lentColumn(values.length, into);
  const { meanAge, ageDeviations } = new SlopeSums(period);
  TAILS.fill(0);
  const bytes = (count: number) => count * values.BYTES_PER_ELEMENT;
  const ofStretch = (start: number, end: number) => {
    const before = Math.min(start, period);
    VALUES.read(values, start - before, end);
    kernels.slope(
      VALUES.address + bytes(before),
      SLOPES.address,
      TAILS.address,
      VALUES.address + bytes(before + end - start),
      bytes(period),
      meanAge,
      ageDeviations,
    );
    SLOPES.write(slopes, start, end);
  };
  inStretches(0, values.length, ofStretch, Math.floor(REGION / period) * period);
  return slopes.fill(NaN, 0, linearRegressionSlopeLookback(period));
}

/**
 * Nothing is ever subtracted from a sum, as in rollingSum: the series is cut into blocks of `period`, and each window is
 * the tail of one block and the head of the next. Sums are of distances to the first value of the newer block, which is in
 * every window that reaches into it, so no digits are lost far from zero.
 */
class SlopeSums {
  /** At k: sums over the block before from its index k on, plain and times the age when the newer block began. */
  private readonly tails: Float64Array;
  private readonly tailsByAge: Float64Array;
  readonly meanAge: number;
  readonly ageDeviations: number;

  constructor(private readonly period: number) {
    this.tails = new Float64Array(period + 1);
    this.tailsByAge = new Float64Array(period + 1);
    this.meanAge = (period - 1) / 2;
    this.ageDeviations = (period * (period * period - 1)) / 12;
  }

  /** Sums up the block that ends before the index `end` of the values, for a block that begins with `origin`. */
  addTails(values: Float64Array, end: number, origin: number): void {
    const { period, tails, tailsByAge } = this;
    let tail = 0;
    let byAge = 0;
    for (let age = 1; age < period; age++) {
      const distance = values[end - age] - origin;
      tail += distance;
      byAge += distance * age;
      tails[period - age] = tail;
      tailsByAge[period - age] = byAge;
    }
  }

  slopeOf(index: number, head: number, headByAge: number): number {
    const tail = this.tails[index + 1];
    const byAge = this.tailsByAge[index + 1] + index * tail + headByAge;
    return ((tail + head) * this.meanAge - byAge) / this.ageDeviations;
  }
}

/** The same, value by value. */
class IncrementalLinearRegressionSlope implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  private readonly block: Float64Array;
  private readonly sums: SlopeSums;
  private index = 0;
  private origin = 0;
  private head = 0;
  private headByAge = 0;
  private isWarm = false;

  constructor(private readonly period: number) {
    this.block = new Float64Array(period);
    this.sums = new SlopeSums(period);
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
    if (this.isWarm) this.values[0] = this.sums.slopeOf(index, this.head, this.headByAge);
  }

  private beginBlock(origin: number): void {
    this.sums.addTails(this.block, this.period, origin);
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
