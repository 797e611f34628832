import { inStretches } from './in-stretches';
import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { lentColumn } from './lent-column';
import { barsRule } from './parameter-rule';
import { IncrementalWindow, RunningWindow } from './running-window';

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
  private barsToStart = 0;
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

  override move(incoming: number, outgoing: number): void {
    this.weighted += this.period * incoming - this.sum;
    this.barsToStart--;
    super.move(incoming, outgoing);
  }

  override isDue(): boolean {
    return this.barsToStart === 0 || super.isDue();
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
  private readonly window: IncrementalWindow<RunningWeightedMean>;

  constructor(period: number) {
    this.window = new IncrementalWindow(new RunningWeightedMean(period));
  }

  update(value: number): void {
    const { sums } = this.window;
    if (this.window.take(value)) this.values[0] = sums.weighted / sums.totalWeight;
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
