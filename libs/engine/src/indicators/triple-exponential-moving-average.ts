import { barsToForget } from './bars-to-forget';
import {
  exponentialMovingAverageLookback,
  IncrementalExponentialMovingAverage,
} from './exponential-moving-average';
import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { lentColumn } from './lent-column';
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
function tripleExponentialMovingAverage(
  values: Float64Array,
  period: number,
  into?: Float64Array,
): Float64Array {
  const begun = Math.min(values.length, tripleExponentialMovingAverageLookback(period) + 1);
  const averages = lentColumn(values.length, into);
  const state = new IncrementalTripleExponentialMovingAverage(period);
  for (let index = 0; index < begun; index++) {
    state.update(values[index]);
    averages[index] = state.values[0];
  }
  const { weight } = state.average;
  let average = state.average.values[0];
  let second = state.second.values[0];
  let third = state.third.values[0];
  // Averages in one loop take the time of one: each waits for its own last value only.
  for (let index = begun; index < values.length; index++) {
    average += (values[index] - average) * weight;
    second += (average - second) * weight;
    third += (second - third) * weight;
    averages[index] = third + (3 * average - 3 * second);
  }
  return averages;
}

class IncrementalTripleExponentialMovingAverage implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  readonly average: IncrementalExponentialMovingAverage;
  readonly second: IncrementalExponentialMovingAverage;
  readonly third: IncrementalExponentialMovingAverage;

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
  compute: (source, { period }, into) => [tripleExponentialMovingAverage(source, period, into?.[0])],
  start: ({ period }) => new IncrementalTripleExponentialMovingAverage(period),
};
