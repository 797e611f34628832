import { barsToForget } from './bars-to-forget';
import {
  exponentialMovingAverage,
  exponentialShareKept,
  IncrementalExponentialMovingAverage,
} from './exponential-moving-average';
import { inStretches } from './in-stretches';
import { type IncrementalIndicator, type LentColumns, type SourceIndicator } from './indicator';
import { lentColumn } from '../lent-column';
import { barsRule } from './parameter-rule';

export function macdLookback(slow: number, signal: number): number {
  return slow + signal - 2;
}

/** The slow average is what the line remembers longest. */
function macdWarmup(slow: number, signal: number): number {
  return macdLookback(slow, signal) + barsToForget(exponentialShareKept(slow), exponentialShareKept(signal));
}

/**
 * Fast minus slow exponential moving average, NaN before index `slow - 1`. The fast average is seeded on the last `fast`
 * of the first `slow` values, so that both start on the same bar (TA-Lib's convention). `fast` is below `slow`.
 */
export function macdLine(
  values: Float64Array,
  fast: number,
  slow: number,
  into?: Float64Array,
): Float64Array {
  const first = slow - 1;
  const line = lentColumn(values.length, into).fill(NaN, 0, first);
  if (values.length <= first) return line;
  let fastAverage = meanOf(values, slow - fast, slow);
  let slowAverage = meanOf(values, 0, slow);
  line[first] = fastAverage - slowAverage;
  const fastWeight = 2 / (fast + 1);
  const slowWeight = 2 / (slow + 1);
  // Two averages in one loop take the time of one: each waits for its own last value only.
  for (let index = first + 1; index < values.length; index++) {
    const value = values[index];
    fastAverage += (value - fastAverage) * fastWeight;
    slowAverage += (value - slowAverage) * slowWeight;
    line[index] = fastAverage - slowAverage;
  }
  return line;
}

/** Exponential moving average over `signal` bars of the line that macdLine gives; NaN before index `slow + signal - 2`. */
export function macdSignal(
  line: Float64Array,
  slow: number,
  signal: number,
  into?: Float64Array,
): Float64Array {
  return exponentialMovingAverage(line, signal, slow - 1, into);
}

function meanOf(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let index = from; index < to; index++) sum += values[index];
  return sum / (to - from);
}

/** Line, signal and histogram in one pass; TA-Lib starts all three with the signal. */
function macd(
  values: Float64Array,
  fast: number,
  slow: number,
  signal: number,
  into?: LentColumns,
): Float64Array[] {
  const columns = [0, 1, 2].map((output) => lentColumn(values.length, into?.[output]));
  const state = new IncrementalMacd(fast, slow, signal);
  inStretches(0, values.length, (start, end) => state.write(values, start, end, columns));
  return columns;
}

class IncrementalMacd implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN, NaN, NaN);
  private readonly fastAverage: IncrementalExponentialMovingAverage;
  private readonly slowAverage: IncrementalExponentialMovingAverage;
  private readonly signal: IncrementalExponentialMovingAverage;
  private barsToFast: number;
  private barsToLine: number;

  constructor(fast: number, slow: number, signal: number) {
    this.fastAverage = new IncrementalExponentialMovingAverage(fast);
    this.slowAverage = new IncrementalExponentialMovingAverage(slow);
    this.signal = new IncrementalExponentialMovingAverage(signal);
    this.barsToFast = slow - fast;
    this.barsToLine = slow - 1;
  }

  update(value: number): void {
    this.slowAverage.update(value);
    if (this.barsToFast > 0) this.barsToFast--;
    else this.fastAverage.update(value);
    if (this.barsToLine > 0) {
      this.barsToLine--;
      return;
    }
    const line = this.fastAverage.values[0] - this.slowAverage.values[0];
    this.signal.update(line);
    const signal = this.signal.values[0];
    // All three start with the signal line.
    this.values[0] = Number.isNaN(signal) ? NaN : line;
    this.values[1] = signal;
    this.values[2] = line - signal;
  }

  write(values: Float64Array, start: number, end: number, columns: readonly Float64Array[]): void {
    const [lines, signals, histogram] = columns;
    let index = start;
    for (; index < end && this.signal.missing > 0; index++) this.writeOne(values, index, columns);
    let fastAverage = this.fastAverage.average;
    let slowAverage = this.slowAverage.average;
    let signal = this.signal.average;
    const fastWeight = this.fastAverage.weight;
    const slowWeight = this.slowAverage.weight;
    const signalWeight = this.signal.weight;
    // Two at a time: the compiler looks each column up again whenever the loop begins anew, which takes longer than the sums.
    for (; index + 1 < end; index += 2) {
      const value = values[index];
      const nextValue = values[index + 1];
      fastAverage += (value - fastAverage) * fastWeight;
      slowAverage += (value - slowAverage) * slowWeight;
      const line = fastAverage - slowAverage;
      signal += (line - signal) * signalWeight;
      lines[index] = line;
      signals[index] = signal;
      histogram[index] = line - signal;
      fastAverage += (nextValue - fastAverage) * fastWeight;
      slowAverage += (nextValue - slowAverage) * slowWeight;
      const nextLine = fastAverage - slowAverage;
      signal += (nextLine - signal) * signalWeight;
      lines[index + 1] = nextLine;
      signals[index + 1] = signal;
      histogram[index + 1] = nextLine - signal;
    }
    this.fastAverage.average = fastAverage;
    this.slowAverage.average = slowAverage;
    this.signal.average = signal;
    for (; index < end; index++) this.writeOne(values, index, columns);
  }

  private writeOne(values: Float64Array, index: number, columns: readonly Float64Array[]): void {
    this.update(values[index]);
    columns.forEach((column, output) => (column[index] = this.values[output]));
  }
}

export const macdIndicator: SourceIndicator<'fast' | 'slow' | 'signal'> = {
  name: 'macd',
  summary: 'Moving average convergence divergence: a fast minus a slow average, and the average of that.',
  parameters: {
    fast: barsRule(12, 'Bars of the fast average.'),
    slow: barsRule(26, 'Bars of the slow average.', 2),
    signal: barsRule(9, 'Bars of the signal line.'),
  },
  input: 'source',
  outputs: ['macd', 'signal', 'histogram'],
  check: ({ fast, slow }) => (fast < slow ? undefined : `fast (${fast}) must be below slow (${slow})`),
  lookback: ({ slow, signal }) => macdLookback(slow, signal),
  warmup: ({ slow, signal }) => macdWarmup(slow, signal),
  compute: (source, { fast, slow, signal }, into) => macd(source, fast, slow, signal, into),
  start: ({ fast, slow, signal }) => new IncrementalMacd(fast, slow, signal),
};
