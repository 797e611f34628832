import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { lentColumn } from './lent-column';
import { barsRule } from './parameter-rule';
import { ValueRing } from './value-ring';

function weightedMovingAverageLookback(period: number): number {
  return period - 1;
}

/**
 * Mean of the last `period` values weighted 1 (oldest) to `period` (newest); NaN before index `period - 1`.
 *
 * One pass: as the window moves on by a bar every weight in it falls by one, which takes the plain sum off the weighted
 * one.
 */
function weightedMovingAverage(values: Float64Array, period: number, into?: Float64Array): Float64Array {
  const first = weightedMovingAverageLookback(period);
  const averages = lentColumn(values.length, into).fill(NaN, 0, first);
  if (values.length <= first) return averages;
  const totalWeight = (period * (period + 1)) / 2;
  let sum = 0;
  let weighted = 0;
  for (let index = 0; index <= first; index++) {
    sum += values[index];
    weighted += values[index] * (index + 1);
  }
  averages[first] = weighted / totalWeight;
  for (let index = first + 1; index < values.length; index++) {
    weighted += period * values[index] - sum;
    sum += values[index] - values[index - period];
    averages[index] = weighted / totalWeight;
  }
  return averages;
}

class IncrementalWeightedMovingAverage implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  private readonly window: ValueRing;
  private readonly totalWeight: number;
  private seen = 0;
  private sum = 0;
  private weighted = 0;

  constructor(private readonly period: number) {
    this.window = new ValueRing(period);
    this.totalWeight = (period * (period + 1)) / 2;
  }

  update(value: number): void {
    const outgoing = this.window.exchange(value);
    if (this.seen < this.period) {
      this.seen++;
      this.sum += value;
      this.weighted += value * this.seen;
      if (this.seen < this.period) return;
    } else {
      this.weighted += this.period * value - this.sum;
      this.sum += value - outgoing;
    }
    this.values[0] = this.weighted / this.totalWeight;
  }
}

export const weightedMovingAverageIndicator: SourceIndicator<'period'> = {
  name: 'wma',
  summary: 'Weighted moving average: weights fall evenly from the newest value to the oldest.',
  parameters: { period: barsRule(20, 'Bars in the average.') },
  input: 'source',
  outputs: ['wma'],
  lookback: ({ period }) => weightedMovingAverageLookback(period),
  warmup: ({ period }) => weightedMovingAverageLookback(period),
  compute: (source, { period }, into) => [weightedMovingAverage(source, period, into?.[0])],
  start: ({ period }) => new IncrementalWeightedMovingAverage(period),
};
