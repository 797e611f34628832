import { barsToForget } from './bars-to-forget';
import {
  exponentialMovingAverageLookback,
  IncrementalExponentialMovingAverage,
} from './exponential-moving-average';
import { inStretches } from './in-stretches';
import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { lentColumn } from '../lent-column';
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
  const averages = lentColumn(values.length, into);
  const state = new IncrementalDoubleExponentialMovingAverage(period);
  inStretches(0, values.length, (start, end) => state.write(values, start, end, averages));
  return averages;
}

class IncrementalDoubleExponentialMovingAverage implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  private readonly average: IncrementalExponentialMovingAverage;
  private readonly second: IncrementalExponentialMovingAverage;

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

  write(values: Float64Array, start: number, end: number, averages: Float64Array): void {
    const { weight } = this.average;
    let index = start;
    for (; index < end && this.second.missing > 0; index++) {
      this.update(values[index]);
      averages[index] = this.values[0];
    }
    let { average } = this.average;
    let second = this.second.average;
    // Averages in one loop take the time of one: each waits for its own last value only.
    for (; index < end; index++) {
      average += (values[index] - average) * weight;
      second += (average - second) * weight;
      averages[index] = 2 * average - second;
    }
    this.average.average = average;
    this.second.average = second;
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
