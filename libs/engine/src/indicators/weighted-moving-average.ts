import { inStretches } from './in-stretches';
import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { lentColumn } from './lent-column';
import { barsRule } from './parameter-rule';
import { RunningWindow } from './running-window';
import { ValueRing } from './value-ring';

function weightedMovingAverageLookback(period: number): number {
  return period - 1;
}

/** The rounding of the plain sum is added to the weighted one at every bar: after so many bars both start afresh. */
const FEWEST_BARS_BETWEEN_STARTS = 1_024;

/**
 * Mean of the last `period` values weighted 1 (oldest) to `period` (newest); NaN before index `period - 1`.
 *
 * One pass: as the window moves on by a bar every weight in it falls by one, which takes the plain sum off the weighted
 * one. The sums keep their digits as RunningWindow says, and start afresh every so many bars.
 */
function weightedMovingAverage(values: Float64Array, period: number, into?: Float64Array): Float64Array {
  const first = weightedMovingAverageLookback(period);
  const averages = lentColumn(values.length, into).fill(NaN, 0, first);
  if (values.length <= first) return averages;
  const mean = new RunningWeightedMean(period);
  mean.startAfresh(values, 0);
  averages[first] = mean.weighted / mean.totalWeight;
  inStretches(first + 1, values.length, (start, end) => mean.write(values, start, end, averages));
  return averages;
}

class RunningWeightedMean extends RunningWindow {
  readonly totalWeight: number;
  weighted = 0;
  barsToStart = 0;
  private readonly barsBetweenStarts: number;

  constructor(period: number) {
    super(period);
    this.totalWeight = (period * (period + 1)) / 2;
    this.barsBetweenStarts = Math.max(period, FEWEST_BARS_BETWEEN_STARTS);
  }

  override startAfresh(values: Float64Array, from: number): void {
    super.startAfresh(values, from);
    let weighted = 0;
    for (let index = 0; index < this.period; index++) weighted += values[from + index] * (index + 1);
    this.weighted = weighted;
    this.barsToStart = this.barsBetweenStarts;
  }

  /** Goes on from the window before `start`. */
  write(values: Float64Array, start: number, end: number, averages: Float64Array): void {
    const { period, totalWeight } = this;
    let { sum, weighted, size, smallest, largest } = this;
    let nextStart = start + this.barsToStart - 1;
    for (let index = start; index < end; index++) {
      const incoming = values[index];
      const outgoing = values[index - period];
      weighted += period * incoming - sum;
      sum += incoming - outgoing;
      size += Math.abs(incoming) - Math.abs(outgoing);
      if (size < smallest || size > largest || index === nextStart) {
        this.sum = sum;
        this.weighted = weighted;
        this.size = size;
        if (size < smallest || index === nextStart) {
          this.startAfresh(values, index - period + 1);
          nextStart = index + this.barsToStart;
        } else {
          this.setLimits();
        }
        ({ sum, weighted, size, smallest, largest } = this);
      }
      averages[index] = weighted / totalWeight;
    }
    this.sum = sum;
    this.weighted = weighted;
    this.size = size;
    this.barsToStart = nextStart - end + 1;
  }
}

class IncrementalWeightedMovingAverage implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  private readonly mean: RunningWeightedMean;
  private readonly window: ValueRing;
  private readonly inOrder: Float64Array;
  private missing: number;

  constructor(private readonly period: number) {
    this.mean = new RunningWeightedMean(period);
    this.window = new ValueRing(period);
    this.inOrder = new Float64Array(period);
    this.missing = period;
  }

  update(value: number): void {
    const { mean } = this;
    const outgoing = this.window.exchange(value);
    if (this.missing > 0) {
      this.missing--;
      if (this.missing > 0) return;
      this.startAfresh();
    } else {
      mean.weighted += this.period * value - mean.sum;
      mean.sum += value - outgoing;
      mean.size += Math.abs(value) - Math.abs(outgoing);
      mean.barsToStart--;
      if (mean.size < mean.smallest || mean.barsToStart === 0) this.startAfresh();
      else if (mean.size > mean.largest) mean.setLimits();
    }
    this.values[0] = mean.weighted / mean.totalWeight;
  }

  private startAfresh(): void {
    this.window.copyTo(this.inOrder);
    this.mean.startAfresh(this.inOrder, 0);
  }
}

export const weightedMovingAverageIndicator: SourceIndicator<'period'> = {
  name: 'wma',
  summary: 'Weighted moving average: weights fall evenly from the newest value to the oldest.',
  parameters: { period: barsRule(20, 'Bars in the average.') },
  input: 'source',
  outputs: ['wma'],
  lookback: ({ period }) => weightedMovingAverageLookback(period),
  warmup: ({ period }) => weightedMovingAverageLookback(period),
  compute: (source, { period }, into) => [weightedMovingAverage(source, period, into?.[0])],
  start: ({ period }) => new IncrementalWeightedMovingAverage(period),
};
