import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { BYTES } from './kernels/kernel-memory';
import { inputs, overColumns, results, state } from './kernels/over-columns';
import { kernels } from './kernels/simd-kernels';
import { SMALLEST_REST } from './kernels/window-code';
import { lentColumn } from '../lent-column';
import { barsRule } from './parameter-rule';
import { ValueRing } from './value-ring';

function rollingStandardDeviationLookback(period: number): number {
  return period - 1;
}

/** Fewer bars between two fresh starts would cost more than they keep. */
const FEWEST_BARS_BETWEEN_STARTS = 64;

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
  const read = [[inputs.values, values, period]] as const;
  const write = [[results[1], deviations]] as const;
  overColumns(first, values.length, read, write, (bytes) => deviation.write(bytes / BYTES));
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

  /** Goes on from the window before the stretch that the kernels' memory has, or begins with the first. */
  write(count: number): void {
    const { values } = inputs.values;
    const deviations = results[1].values;
    const { period, share } = this;
    let nextStart = this.barsToStart - 1;
    for (let index = 0; index < count; index++) {
      if (index < nextStart) {
        state[0] = this.origin;
        state[1] = this.sum;
        state[2] = this.squares;
        state[3] = this.mostSquares;
        state[4] = share;
        const end = Math.min(nextStart, count);
        index = kernels.deviations(index * BYTES, end * BYTES, period * BYTES) / BYTES;
        this.sum = state[1];
        this.squares = state[2];
        this.mostSquares = state[3];
        if (index === count) break;
      }
      this.startAfresh(values, index + 1);
      deviations[index] = Math.sqrt(restOf(this) * share);
      nextStart = index + this.barsToStart;
    }
    this.barsToStart = nextStart - count + 1;
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
