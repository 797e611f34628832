import { type IncrementalIndicator, type LentColumns, type SourceIndicator } from './indicator';
import { lentColumn } from './lent-column';
import { barsRule, factorRule } from './parameter-rule';
import { IncrementalStandardDeviation, rollingStandardDeviation } from './rolling-standard-deviation';
import { IncrementalSimpleMovingAverage, simpleMovingAverage } from './simple-moving-average';

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
  const middle = simpleMovingAverage(values, period, 0, into?.[0]);
  const upper = rollingStandardDeviation(values, period, into?.[1]);
  const lower = lentColumn(values.length, into?.[2]);
  writeBands(middle, upper, lower, deviations);
  return [middle, upper, lower];
}

/** From the middle and, where the upper band will be, the widths in units of `factor`. */
export function writeBands(
  middle: Float64Array,
  upper: Float64Array,
  lower: Float64Array,
  factor: number,
): void {
  for (let index = 0; index < middle.length; index++) {
    const width = factor * upper[index];
    upper[index] = middle[index] + width;
    lower[index] = middle[index] - width;
  }
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
