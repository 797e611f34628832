import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { BYTES } from './kernels/kernel-memory';
import { inputs, overColumns, results, state } from './kernels/over-columns';
import { kernels } from './kernels/simd-kernels';
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
  const read = [{ column: values, region: inputs.values, before: period }];
  overColumns(period, values.length, read, [averages], (bytes) => mean.write(bytes / BYTES));
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

  /** Goes on from the window before the stretch that the kernels' memory has. */
  write(count: number): void {
    const { values } = inputs.values;
    const averages = results[0].values;
    const { period, totalWeight } = this;
    let nextStart = this.barsToStart - 1;
    for (let index = 0; index < count; index++) {
      if (index < nextStart) {
        state.set([this.sum, this.weighted, this.size, this.smallest, this.largest, period, totalWeight]);
        const end = Math.min(nextStart, count);
        index = kernels.weightedMeans(index * BYTES, end * BYTES, period * BYTES) / BYTES;
        [this.sum, this.weighted, this.size] = state;
        if (index === count) break;
        if (index < end && this.size >= this.smallest) {
          this.setLimits();
          continue;
        }
      }
      this.startAfresh(values, index + 1);
      averages[index] = this.weighted / totalWeight;
      nextStart = index + this.barsToStart;
    }
    this.barsToStart = nextStart - count + 1;
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
