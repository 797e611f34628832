import { barsToForget } from './bars-to-forget';
import { inStretches } from './in-stretches';
import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { lentColumn } from '../lent-column';
import { barsRule } from './parameter-rule';

export function exponentialMovingAverageLookback(period: number): number {
  return period - 1;
}

/** Share of the average that each bar leaves of it. */
export function exponentialShareKept(period: number): number {
  return 1 - 2 / (period + 1);
}

export function exponentialMovingAverageWarmup(period: number): number {
  return exponentialMovingAverageLookback(period) + barsToForget(exponentialShareKept(period));
}

/**
 * Exponential moving average with weight 2 / (period + 1) for the newest value, seeded with the mean of the first
 * `period` values (TA-Lib's convention); NaN before index `from + period - 1`. `from` is the index of the first value
 * that counts.
 */
export function exponentialMovingAverage(
  values: Float64Array,
  period: number,
  from = 0,
  into?: Float64Array,
): Float64Array {
  const averages = lentColumn(values.length, into).fill(NaN, 0, from);
  const state = new IncrementalExponentialMovingAverage(period);
  inStretches(from, values.length, (start, end) => state.write(values, start, end, averages));
  return averages;
}

/** The same, value by value. */
export class IncrementalExponentialMovingAverage implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  readonly weight: number;
  missing: number;
  /** The sum of the values until the seed is complete, then the average. */
  average = 0;

  constructor(private readonly period: number) {
    this.weight = 2 / (period + 1);
    this.missing = period;
  }

  update(value: number): void {
    if (this.missing > 0) {
      this.missing--;
      this.average += value;
      if (this.missing > 0) return;
      this.average /= this.period;
    } else {
      this.average += (value - this.average) * this.weight;
    }
    this.values[0] = this.average;
  }

  write(values: Float64Array, start: number, end: number, averages: Float64Array): void {
    const { weight } = this;
    let index = start;
    for (; index < end && this.missing > 0; index++) {
      this.update(values[index]);
      averages[index] = this.values[0];
    }
    let { average } = this;
    for (; index < end; index++) {
      average += (values[index] - average) * weight;
      averages[index] = average;
    }
    this.average = average;
  }
}

export const exponentialMovingAverageIndicator: SourceIndicator<'period'> = {
  name: 'ema',
  summary: 'Exponential moving average: newer values weigh more, by a factor of 2 / (period + 1).',
  parameters: { period: barsRule(20, 'Bars whose weight the average spreads.') },
  input: 'source',
  outputs: ['ema'],
  lookback: ({ period }) => exponentialMovingAverageLookback(period),
  warmup: ({ period }) => exponentialMovingAverageWarmup(period),
  compute: (source, { period }, into) => [exponentialMovingAverage(source, period, 0, into?.[0])],
  start: ({ period }) => new IncrementalExponentialMovingAverage(period),
};
