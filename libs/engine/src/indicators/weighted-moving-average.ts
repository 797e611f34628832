import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { BYTES } from './kernels/kernel-memory';
import { overValues } from './kernels/over-columns';
import { kernels } from './kernels/simd-kernels';
import { lentColumn } from '../lent-column';
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
  const mean = new RunningWeightedMean(period);
  overValues(values, period, first, averages, (bytes) => mean.write(bytes / BYTES));
  return averages;
}

class RunningWeightedMean extends RunningWindow {
  constructor(period: number) {
    const totalWeight = (period * (period + 1)) / 2;
    super(period, totalWeight, kernels.weightedMeans, Math.max(period, FEWEST_BARS_BETWEEN_STARTS));
  }

  override startAfresh(values: Float64Array, from: number): void {
    super.startAfresh(values, from);
    let weighted = 0;
    for (let index = 0; index < this.period; index++) weighted += values[from + index] * (index + 1);
    this.weighted = weighted;
  }

  override move(incoming: number, outgoing: number): void {
    this.weighted += this.period * incoming - this.sum;
    super.move(incoming, outgoing);
  }

  override mean(): number {
    return this.weighted / this.divisor;
  }
}

class IncrementalWeightedMovingAverage implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  private readonly window: IncrementalWindow<RunningWeightedMean>;

  constructor(period: number) {
    this.window = new IncrementalWindow(new RunningWeightedMean(period));
  }

  update(value: number): void {
    if (this.window.take(value)) this.values[0] = this.window.sums.mean();
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
