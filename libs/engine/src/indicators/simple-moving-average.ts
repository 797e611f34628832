import { inStretches } from './in-stretches';
import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { lentColumn } from './lent-column';
import { barsRule } from './parameter-rule';
import { IncrementalWindow, RunningWindow } from './running-window';

function simpleMovingAverageLookback(period: number): number {
  return period - 1;
}

/**
 * Mean of the last `period` values; NaN before the first full window, at index `from + period - 1`. `from` is the index
 * of the first value that counts.
 *
 * A running sum, as TA-Lib computes it: a value that leaves the window is subtracted from the one that enters before
 * either touches the sum, so a flat stretch adds no rounding. It keeps its digits as RunningWindow says.
 */
export function simpleMovingAverage(
  values: Float64Array,
  period: number,
  from = 0,
  into?: Float64Array,
): Float64Array {
  const first = from + simpleMovingAverageLookback(period);
  const averages = lentColumn(values.length, into).fill(NaN, 0, first);
  if (values.length <= first) return averages;
  const mean = new RunningMean(period);
  mean.startAfresh(values, from);
  averages[first] = mean.sum / period;
  inStretches(first + 1, values.length, (start, end) => mean.write(values, start, end, averages));
  return averages;
}

export class RunningMean extends RunningWindow {
  /** Goes on from the window before `start`. */
  write(values: Float64Array, start: number, end: number, averages: Float64Array): void {
    const { period } = this;
    let index = this.writePositive(values, start, end, averages);
    let { sum, size, smallest, largest } = this;
    for (; index < end; index++) {
      const incoming = values[index];
      const outgoing = values[index - period];
      sum += incoming - outgoing;
      size += Math.abs(incoming) - Math.abs(outgoing);
      if (size < smallest || size > largest) {
        this.sum = sum;
        this.size = size;
        if (size < smallest) this.startAfresh(values, index - period + 1);
        else this.setLimits();
        ({ sum, size, smallest, largest } = this);
      }
      averages[index] = sum / period;
    }
    this.sum = sum;
    this.size = size;
  }

  /** As long as the sum is the size, too, and within the limits: answers the index where it no longer is. */
  private writePositive(values: Float64Array, start: number, end: number, averages: Float64Array): number {
    const { period, smallest, largest } = this;
    if (this.sum !== this.size) return start;
    let { sum } = this;
    let index = start;
    for (; index < end; index++) {
      const incoming = values[index];
      const next = sum + (incoming - values[index - period]);
      if (incoming < 0 || next < smallest || next > largest) break;
      sum = next;
      averages[index] = sum / period;
    }
    this.sum = sum;
    this.size = sum;
    return index;
  }
}

/** The same, value by value. */
export class IncrementalSimpleMovingAverage implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  private readonly window: IncrementalWindow<RunningMean>;

  constructor(private readonly period: number) {
    this.window = new IncrementalWindow(new RunningMean(period));
  }

  update(value: number): void {
    if (this.window.take(value)) this.values[0] = this.window.sums.sum / this.period;
  }
}

export const simpleMovingAverageIndicator: SourceIndicator<'period'> = {
  name: 'sma',
  summary: 'Simple moving average: the mean of the last values.',
  parameters: { period: barsRule(20, 'Bars in the average.') },
  input: 'source',
  outputs: ['sma'],
  lookback: ({ period }) => simpleMovingAverageLookback(period),
  warmup: ({ period }) => simpleMovingAverageLookback(period),
  compute: (source, { period }, into) => [simpleMovingAverage(source, period, 0, into?.[0])],
  start: ({ period }) => new IncrementalSimpleMovingAverage(period),
};
