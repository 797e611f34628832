import { barsToForget } from './bars-to-forget';
import {
  exponentialMovingAverageLookback,
  IncrementalExponentialMovingAverage,
} from './exponential-moving-average';
import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { lentColumn } from './lent-column';
import { barsRule } from './parameter-rule';

function doubleExponentialMovingAverageLookback(period: number): number {
  return 2 * exponentialMovingAverageLookback(period);
}

function doubleExponentialMovingAverageWarmup(period: number): number {
  const kept = 1 - 2 / (period + 1);
  return doubleExponentialMovingAverageLookback(period) + barsToForget(kept, kept);
}

/**
 * Twice the exponential moving average minus the average of that average: less lag. NaN before index `2 × (period - 1)`.
 *
 * Source: Patrick Mulloy, Technical Analysis of Stocks & Commodities (January 1994).
 */
function doubleExponentialMovingAverage(
  values: Float64Array,
  period: number,
  into?: Float64Array,
): Float64Array {
  const begun = Math.min(values.length, doubleExponentialMovingAverageLookback(period) + 1);
  const averages = lentColumn(values.length, into);
  const state = new IncrementalDoubleExponentialMovingAverage(period);
  for (let index = 0; index < begun; index++) {
    state.update(values[index]);
    averages[index] = state.values[0];
  }
  const { weight } = state.average;
  let average = state.average.values[0];
  let second = state.second.values[0];
  // Averages in one loop take the time of one: each waits for its own last value only.
  for (let index = begun; index < values.length; index++) {
    average += (values[index] - average) * weight;
    second += (average - second) * weight;
    averages[index] = 2 * average - second;
  }
  return averages;
}

class IncrementalDoubleExponentialMovingAverage implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  readonly average: IncrementalExponentialMovingAverage;
  readonly second: IncrementalExponentialMovingAverage;

  constructor(period: number) {
    this.average = new IncrementalExponentialMovingAverage(period);
    this.second = new IncrementalExponentialMovingAverage(period);
  }

  update(value: number): void {
    this.average.update(value);
    const average = this.average.values[0];
    if (Number.isNaN(average)) return;
    this.second.update(average);
    this.values[0] = 2 * average - this.second.values[0];
  }
}

export const doubleExponentialMovingAverageIndicator: SourceIndicator<'period'> = {
  name: 'dema',
  summary: 'Double exponential moving average: the average, its lag behind its own average taken off once.',
  parameters: { period: barsRule(20, 'Bars whose weight each average spreads.') },
  input: 'source',
  outputs: ['dema'],
  lookback: ({ period }) => doubleExponentialMovingAverageLookback(period),
  warmup: ({ period }) => doubleExponentialMovingAverageWarmup(period),
  compute: (source, { period }, into) => [doubleExponentialMovingAverage(source, period, into?.[0])],
  start: ({ period }) => new IncrementalDoubleExponentialMovingAverage(period),
};
