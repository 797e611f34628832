import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { BYTES } from './kernels/kernel-memory';
import { overValues } from './kernels/over-columns';
import { kernels } from './kernels/simd-kernels';
import { lentColumn } from '../lent-column';
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
  const mean = new RunningMean(period);
  overValues(values, period, first, averages, (bytes) => mean.write(bytes / BYTES));
  return averages;
}

export class RunningMean extends RunningWindow {
  constructor(period: number) {
    super(period, period, kernels.means);
  }
}

/** The same, value by value. */
export class IncrementalSimpleMovingAverage implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  private readonly window: IncrementalWindow<RunningMean>;

  constructor(period: number) {
    this.window = new IncrementalWindow(new RunningMean(period));
  }

  update(value: number): void {
    if (this.window.take(value)) this.values[0] = this.window.sums.mean();
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
