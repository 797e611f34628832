import { type IncrementalIndicator, type LentColumns, type SourceIndicator } from './indicator';
import { BYTES } from './kernels/kernel-memory';
import { inputs, overColumns, results, state } from './kernels/over-columns';
import { kernels } from './kernels/simd-kernels';
import { lentColumn } from '../lent-column';
import { barsRule, factorRule } from './parameter-rule';
import { IncrementalStandardDeviation, RunningDeviation } from './rolling-standard-deviation';
import { IncrementalSimpleMovingAverage, RunningMean } from './simple-moving-average';

export function bollingerBandsLookback(period: number): number {
  return period - 1;
}

/**
 * Middle, upper and lower band: a simple moving average over `period` values, and bands `deviations` population standard deviations above and below it;
 * NaN before index `period - 1`.
 *
 * Source: John Bollinger, Bollinger on Bollinger Bands (2001).
 */
function bollingerBands(
  values: Float64Array,
  period: number,
  deviations: number,
  into?: LentColumns,
): Float64Array[] {
  const { length } = values;
  const first = bollingerBandsLookback(period);
  const columns = [0, 1, 2].map((output) => lentColumn(length, into?.[output]).fill(NaN, 0, first));
  const mean = new RunningMean(period);
  const deviation = new RunningDeviation(period);
  const read = [[inputs.values, values, period]] as const;
  const write = columns.map((column, output) => [results[output], column] as const);
  overColumns(first, length, read, write, (bytes) => {
    mean.write(bytes / BYTES);
    deviation.write(bytes / BYTES);
    state[0] = deviations;
    kernels.bands(bytes);
  });
  return columns;
}

class IncrementalBollingerBands implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN, NaN, NaN);
  private readonly deviation: IncrementalStandardDeviation;
  private readonly mean: IncrementalSimpleMovingAverage;

  constructor(
    period: number,
    private readonly deviations: number,
  ) {
    this.deviation = new IncrementalStandardDeviation(period);
    this.mean = new IncrementalSimpleMovingAverage(period);
  }

  update(value: number): void {
    this.deviation.update(value);
    this.mean.update(value);
    const middle = this.mean.values[0];
    const width = this.deviations * this.deviation.values[0];
    this.values[0] = middle;
    this.values[1] = middle + width;
    this.values[2] = middle - width;
  }
}

export const bollingerBandsIndicator: SourceIndicator<'period' | 'std'> = {
  name: 'bollinger',
  summary: 'Bollinger bands: a simple moving average and a multiple of the standard deviation around it.',
  parameters: {
    period: barsRule(20, 'Bars in the window.', 2),
    std: factorRule(2, 'Distance of the bands in population standard deviations.'),
  },
  input: 'source',
  outputs: ['middle', 'upper', 'lower'],
  lookback: ({ period }) => bollingerBandsLookback(period),
  warmup: ({ period }) => bollingerBandsLookback(period),
  compute: (source, { period, std }, into) => bollingerBands(source, period, std, into),
  start: ({ period, std }) => new IncrementalBollingerBands(period, std),
};
