import { barsToForget } from './bars-to-forget';
import {
  exponentialMovingAverage,
  exponentialMovingAverageLookback,
  IncrementalExponentialMovingAverage,
} from './exponential-moving-average';
import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { barsRule } from './parameter-rule';

function tripleExponentialMovingAverageLookback(period: number): number {
  return 3 * exponentialMovingAverageLookback(period);
}

function tripleExponentialMovingAverageWarmup(period: number): number {
  const kept = 1 - 2 / (period + 1);
  return tripleExponentialMovingAverageLookback(period) + barsToForget(kept, kept, kept);
}

/**
 * Three times the exponential moving average, minus three times the average of that, plus the average of the latter: least
 * lag. NaN before index `3 × (period - 1)`.
 *
 * Source: Patrick Mulloy, Technical Analysis of Stocks & Commodities (January 1994).
 */
function tripleExponentialMovingAverage(values: Float64Array, period: number): Float64Array {
  const lookback = exponentialMovingAverageLookback(period);
  const average = exponentialMovingAverage(values, period);
  const second = exponentialMovingAverage(average, period, lookback);
  const third = exponentialMovingAverage(second, period, 2 * lookback);
  for (let index = 0; index < values.length; index++) third[index] += 3 * average[index] - 3 * second[index];
  return third;
}

class IncrementalTripleExponentialMovingAverage implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  private readonly average: IncrementalExponentialMovingAverage;
  private readonly second: IncrementalExponentialMovingAverage;
  private readonly third: IncrementalExponentialMovingAverage;

  constructor(period: number) {
    this.average = new IncrementalExponentialMovingAverage(period);
    this.second = new IncrementalExponentialMovingAverage(period);
    this.third = new IncrementalExponentialMovingAverage(period);
  }

  update(value: number): void {
    this.average.update(value);
    const average = this.average.values[0];
    if (Number.isNaN(average)) return;
    this.second.update(average);
    const second = this.second.values[0];
    if (Number.isNaN(second)) return;
    this.third.update(second);
    this.values[0] = this.third.values[0] + (3 * average - 3 * second);
  }
}

export const tripleExponentialMovingAverageIndicator: SourceIndicator<'period'> = {
  name: 'tema',
  summary: 'Triple exponential moving average: the average, its lag behind its own averages taken off twice.',
  parameters: { period: barsRule(20, 'Bars whose weight each average spreads.') },
  input: 'source',
  outputs: ['tema'],
  lookback: ({ period }) => tripleExponentialMovingAverageLookback(period),
  warmup: ({ period }) => tripleExponentialMovingAverageWarmup(period),
  compute: (source, { period }) => [tripleExponentialMovingAverage(source, period)],
  start: ({ period }) => new IncrementalTripleExponentialMovingAverage(period),
};
