import { barsToForget } from './bars-to-forget';
import {
  exponentialMovingAverageLookback,
  IncrementalExponentialMovingAverage,
} from './exponential-moving-average';
import { inStretches } from './in-stretches';
import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { lentColumn } from '../lent-column';
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
  const averages = lentColumn(values.length, into);
  const state = new IncrementalTripleExponentialMovingAverage(period);
  inStretches(0, values.length, (start, end) => state.write(values, start, end, averages));
  return averages;
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

  write(values: Float64Array, start: number, end: number, averages: Float64Array): void {
    const { weight } = this.average;
    let index = start;
    for (; index < end && this.third.missing > 0; index++) {
      this.update(values[index]);
      averages[index] = this.values[0];
    }
    let { average } = this.average;
    let second = this.second.average;
    let third = this.third.average;
    // Averages in one loop take the time of one: each waits for its own last value only.
    for (; index < end; index++) {
      average += (values[index] - average) * weight;
      second += (average - second) * weight;
      third += (second - third) * weight;
      averages[index] = third + (3 * average - 3 * second);
    }
    this.average.average = average;
    this.second.average = second;
    this.third.average = third;
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
