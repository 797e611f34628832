import { inStretches } from './in-stretches';
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
  const deviation = new RunningDeviation(period);
  inStretches(first, values.length, (start, end) => deviation.write(values, start, end, deviations));
  return deviations;
}

export class RunningDeviation {
  readonly share: number;
  barsToStart = 1;
  origin = 0;
  sum = 0;
  squares = 0;
  mostSquares = 0;
  private readonly barsBetweenStarts: number;

  constructor(private readonly period: number) {
    this.share = 1 / period;
    this.barsBetweenStarts = Math.max(period, FEWEST_BARS_BETWEEN_STARTS);
  }

  /** From the values of a window, oldest first. */
  startAfresh(values: Float64Array, from: number): void {
    const newest = from + this.period - 1;
    const origin = values[newest];
    let sum = 0;
    let squares = 0;
    for (let index = from; index < newest; index++) {
      const distance = values[index] - origin;
      sum += distance;
      squares += distance * distance;
    }
    this.origin = origin;
    this.sum = sum;
    this.squares = squares;
    this.mostSquares = squares;
    this.barsToStart = this.barsBetweenStarts;
  }

  /** Goes on from the window before `start`, or begins with the first. */
  write(values: Float64Array, start: number, end: number, deviations: Float64Array): void {
    const { period, share } = this;
    let { origin, sum, squares, mostSquares } = this;
    let nextStart = start + this.barsToStart - 1;
    for (let index = start; index < end; index++) {
      if (index !== nextStart) {
        const incoming = values[index] - origin;
        const outgoing = values[index - period] - origin;
        sum += incoming - outgoing;
        squares += incoming * incoming - outgoing * outgoing;
        if (squares > mostSquares) mostSquares = squares;
      }
      let rest = squares - sum * sum * share;
      if (index === nextStart || rest < mostSquares * SMALLEST_REST) {
        this.startAfresh(values, index - period + 1);
        ({ origin, sum, squares, mostSquares } = this);
        nextStart = index + this.barsToStart;
        rest = squares - sum * sum * share;
      }
      deviations[index] = Math.sqrt(rest * share);
    }
    this.origin = origin;
    this.sum = sum;
    this.squares = squares;
    this.mostSquares = mostSquares;
    this.barsToStart = nextStart - end + 1;
  }
}

/** The same, value by value. */
export class IncrementalStandardDeviation implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  private readonly deviation: RunningDeviation;
  private readonly window: ValueRing;
  private readonly inOrder: Float64Array;
  private missing: number;

  constructor(period: number) {
    this.deviation = new RunningDeviation(period);
    this.window = new ValueRing(period);
    this.inOrder = new Float64Array(period);
    this.missing = period;
  }

  update(value: number): void {
    const { deviation } = this;
    const left = this.window.exchange(value);
    if (this.missing > 0) {
      this.missing--;
      if (this.missing > 0) return;
    }
    deviation.barsToStart--;
    if (deviation.barsToStart > 0) {
      const incoming = value - deviation.origin;
      const outgoing = left - deviation.origin;
      deviation.sum += incoming - outgoing;
      deviation.squares += incoming * incoming - outgoing * outgoing;
      if (deviation.squares > deviation.mostSquares) deviation.mostSquares = deviation.squares;
    }
    let rest = restOf(deviation);
    if (deviation.barsToStart === 0 || rest < deviation.mostSquares * SMALLEST_REST) {
      this.window.copyTo(this.inOrder);
      deviation.startAfresh(this.inOrder, 0);
      rest = restOf(deviation);
    }
    this.values[0] = Math.sqrt(rest * deviation.share);
  }
}

function restOf({ squares, sum, share }: RunningDeviation): number {
  return squares - sum * sum * share;
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
