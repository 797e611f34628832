import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { lentColumn } from '../lent-column';
import { barsRule, factorRule } from './parameter-rule';
import { IncrementalStandardDeviation, rollingStandardDeviation } from './rolling-standard-deviation';

export function realisedVolatilityLookback(period: number): number {
  return period;
}

/**
 * Sample standard deviation (divisor `period - 1`) of the last `period` logarithmic returns, annualised by the square
 * root of `barsPerYear`: a fraction. NaN before index `period`.
 */
export function realisedVolatility(
  values: Float64Array,
  period: number,
  barsPerYear: number,
  into?: Float64Array,
): Float64Array {
  const volatilities = lentColumn(values.length, into).fill(NaN, 0, period);
  if (values.length <= period) return volatilities;
  const returns = new Float64Array(values.length - 1);
  for (let index = 1; index < values.length; index++) {
    returns[index - 1] = Math.log(values[index] / values[index - 1]);
  }
  const deviations = rollingStandardDeviation(returns, period);
  const scale = scaleOf(period, barsPerYear);
  for (let index = period; index < values.length; index++)
    volatilities[index] = deviations[index - 1] * scale;
  return volatilities;
}

class IncrementalRealisedVolatility implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  private readonly deviation: IncrementalStandardDeviation;
  private readonly scale: number;
  private isFirst = true;
  private before = NaN;

  constructor(period: number, barsPerYear: number) {
    this.deviation = new IncrementalStandardDeviation(period);
    this.scale = scaleOf(period, barsPerYear);
  }

  update(value: number): void {
    if (!this.isFirst) this.deviation.update(Math.log(value / this.before));
    this.isFirst = false;
    this.before = value;
    this.values[0] = this.deviation.values[0] * this.scale;
  }
}

/** From the population's deviation of a bar to the sample's of a year. */
function scaleOf(period: number, barsPerYear: number): number {
  return Math.sqrt((period / (period - 1)) * barsPerYear);
}

export const realisedVolatilityIndicator: SourceIndicator<'period' | 'bars_per_year'> = {
  name: 'realised_volatility',
  summary:
    'Realised volatility: the annualised standard deviation of the last logarithmic returns, a fraction.',
  parameters: {
    period: barsRule(20, 'Returns in the window.', 2),
    bars_per_year: factorRule(365, 'Bars in a year, to annualise by.', 1, 600_000),
  },
  input: 'source',
  outputs: ['realised_volatility'],
  lookback: ({ period }) => realisedVolatilityLookback(period),
  warmup: ({ period }) => realisedVolatilityLookback(period),
  compute: (source, { period, bars_per_year }, into) => [
    realisedVolatility(source, period, bars_per_year, into?.[0]),
  ],
  start: ({ period, bars_per_year }) => new IncrementalRealisedVolatility(period, bars_per_year),
};
