import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { lentColumn } from './lent-column';
import { barsRule } from './parameter-rule';
import { ValueRing } from './value-ring';

function rollingStandardDeviationLookback(period: number): number {
  return period - 1;
}

/** Fewer bars between two fresh starts would cost more than they keep. */
const FEWEST_BARS_BETWEEN_STARTS = 64;

/** Of a sum of squares whose rest is smaller than this, too few digits are left to go on with. */
const SMALLEST_REST = 1e-4;

/**
 * Population standard deviation (divisor `period`) of the last `period` values; NaN before index `period - 1`. Exactly 0
 * over a flat window.
 *
 * Running sums of the distances to a value of the window, not to zero: digits are lost only where the values move by
 * orders of magnitude more than they vary. There, and every so many bars, the sums start afresh from the window's newest
 * value. A start costs a window, and cannot be due again before the window has passed.
 */
export function rollingStandardDeviation(
  values: Float64Array,
  period: number,
  into?: Float64Array,
): Float64Array {
  const first = rollingStandardDeviationLookback(period);
  const deviations = lentColumn(values.length, into).fill(NaN, 0, first);
  const barsBetweenStarts = Math.max(period, FEWEST_BARS_BETWEEN_STARTS);
  const share = 1 / period;
  let origin = 0;
  let sum = 0;
  let squares = 0;
  let mostSquares = 0;
  let nextStart = first;
  for (let index = first; index < values.length; index++) {
    if (index !== nextStart) {
      const incoming = values[index] - origin;
      const outgoing = values[index - period] - origin;
      sum += incoming - outgoing;
      squares += incoming * incoming - outgoing * outgoing;
      if (squares > mostSquares) mostSquares = squares;
    }
    let rest = squares - sum * sum * share;
    if (index === nextStart || rest < mostSquares * SMALLEST_REST) {
      origin = values[index];
      sum = 0;
      squares = 0;
      for (let summed = index - first; summed < index; summed++) {
        const distance = values[summed] - origin;
        sum += distance;
        squares += distance * distance;
      }
      mostSquares = squares;
      rest = squares - sum * sum * share;
      nextStart = index + barsBetweenStarts;
    }
    deviations[index] = Math.sqrt(rest * share);
  }
  return deviations;
}

/** The same, value by value. */
export class IncrementalStandardDeviation implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  private readonly window: ValueRing;
  private readonly inOrder: Float64Array;
  private readonly barsBetweenStarts: number;
  private readonly share: number;
  private barsToStart: number;
  private isWarm = false;
  private origin = 0;
  private sum = 0;
  private squares = 0;
  private mostSquares = 0;

  constructor(period: number) {
    this.window = new ValueRing(period);
    this.inOrder = new Float64Array(period);
    this.barsBetweenStarts = Math.max(period, FEWEST_BARS_BETWEEN_STARTS);
    this.share = 1 / period;
    this.barsToStart = period;
  }

  update(value: number): void {
    const left = this.window.exchange(value);
    this.barsToStart--;
    if (this.barsToStart > 0) {
      if (!this.isWarm) return;
      const incoming = value - this.origin;
      const outgoing = left - this.origin;
      this.sum += incoming - outgoing;
      this.squares += incoming * incoming - outgoing * outgoing;
      if (this.squares > this.mostSquares) this.mostSquares = this.squares;
    }
    let rest = this.squares - this.sum * this.sum * this.share;
    if (this.barsToStart === 0 || rest < this.mostSquares * SMALLEST_REST) {
      this.startAfresh(value);
      rest = this.squares - this.sum * this.sum * this.share;
    }
    this.values[0] = Math.sqrt(rest * this.share);
  }

  private startAfresh(newest: number): void {
    const { inOrder } = this;
    this.window.copyTo(inOrder);
    let sum = 0;
    let squares = 0;
    for (let index = 0; index < inOrder.length - 1; index++) {
      const distance = inOrder[index] - newest;
      sum += distance;
      squares += distance * distance;
    }
    this.origin = newest;
    this.sum = sum;
    this.squares = squares;
    this.mostSquares = squares;
    this.barsToStart = this.barsBetweenStarts;
    this.isWarm = true;
  }
}

export const standardDeviationIndicator: SourceIndicator<'period'> = {
  name: 'stddev',
  summary: 'Population standard deviation of the last values.',
  parameters: { period: barsRule(20, 'Bars in the window.', 2) },
  input: 'source',
  outputs: ['stddev'],
  lookback: ({ period }) => rollingStandardDeviationLookback(period),
  warmup: ({ period }) => rollingStandardDeviationLookback(period),
  compute: (source, { period }, into) => [rollingStandardDeviation(source, period, into?.[0])],
  start: ({ period }) => new IncrementalStandardDeviation(period),
};
