import { type Bar, type CandleColumns } from '../market/candle-columns';
import { type CandleIndicator, type IncrementalIndicator } from './indicator';
import { lentColumn } from '../lent-column';
import { barsRule, factorRule } from './parameter-rule';
import { IncrementalRollingSum, rollingSum } from './rolling-sum';

/** What the prices within one bar say of the variance of its logarithmic return. */
type BarVariance = (open: number, high: number, low: number, close: number) => number;

function rangeVolatilityLookback(period: number): number {
  return period - 1;
}

/** Root of the mean variance of the last `period` bars, annualised: a fraction. NaN before index `period - 1`. */
function rangeVolatility(
  { open, high, low, close, length }: CandleColumns,
  varianceOf: BarVariance,
  period: number,
  barsPerYear: number,
  into?: Float64Array,
): Float64Array {
  const variances = lentColumn(length, into);
  for (let bar = 0; bar < length; bar++)
    variances[bar] = varianceOf(open[bar], high[bar], low[bar], close[bar]);
  const volatilities = rollingSum(variances, period, 0, variances);
  const scale = barsPerYear / period;
  for (let bar = 0; bar < length; bar++) volatilities[bar] = Math.sqrt(volatilities[bar] * scale);
  return volatilities;
}

class IncrementalRangeVolatility implements IncrementalIndicator<Bar> {
  readonly values = Float64Array.of(NaN);
  private readonly variance: IncrementalRollingSum;
  private readonly scale: number;

  constructor(
    private readonly varianceOf: BarVariance,
    period: number,
    barsPerYear: number,
  ) {
    this.variance = new IncrementalRollingSum(period);
    this.scale = barsPerYear / period;
  }

  update({ open, high, low, close }: Bar): void {
    this.variance.update(this.varianceOf(open, high, low, close));
    this.values[0] = Math.sqrt(this.variance.values[0] * this.scale);
  }
}

function rangeVolatilityIndicator(
  name: string,
  summary: string,
  varianceOf: BarVariance,
): CandleIndicator<'period' | 'bars_per_year'> {
  return {
    name,
    summary,
    parameters: {
      period: barsRule(20, 'Bars in the window.'),
      bars_per_year: factorRule(365, 'Bars in a year, to annualise by.', 1, 600_000),
    },
    input: 'candles',
    outputs: [name],
    lookback: ({ period }) => rangeVolatilityLookback(period),
    warmup: ({ period }) => rangeVolatilityLookback(period),
    compute: (candles, { period, bars_per_year }, into) => [
      rangeVolatility(candles, varianceOf, period, bars_per_year, into?.[0]),
    ],
    start: ({ period, bars_per_year }) => new IncrementalRangeVolatility(varianceOf, period, bars_per_year),
  };
}

/** Source: M. Parkinson, Journal of Business 53 (1980). */
export const parkinsonVolatilityIndicator = rangeVolatilityIndicator(
  'parkinson_volatility',
  "Parkinson's volatility: annualised, from the ranges of the last bars, a fraction.",
  (_open, high, low) => Math.log(high / low) ** 2 / (4 * Math.LN2),
);

/** Source: M. Garman and M. Klass, Journal of Business 53 (1980), their practical estimator without the opening jump. */
export const garmanKlassVolatilityIndicator = rangeVolatilityIndicator(
  'garman_klass_volatility',
  "Garman and Klass's volatility: annualised, from the ranges and bodies of the last bars, a fraction.",
  (open, high, low, close) =>
    Math.log(high / low) ** 2 / 2 - (2 * Math.LN2 - 1) * Math.log(close / open) ** 2,
);
