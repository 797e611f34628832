import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { lentColumn } from './lent-column';
import { barsRule } from './parameter-rule';
import { ValueRing } from './value-ring';

function simpleMovingAverageLookback(period: number): number {
  return period - 1;
}

/**
 * Mean of the last `period` values; NaN before the first full window, at index `from + period - 1`. `from` is the index
 * of the first value that counts.
 *
 * A running sum, as TA-Lib computes it: a value that leaves the window is subtracted from the one that enters before
 * either touches the sum, so a flat stretch adds no rounding.
 */
export function simpleMovingAverage(
  values: Float64Array,
  period: number,
  from = 0,
  into?: Float64Array,
): Float64Array {
  const first = from + simpleMovingAverageLookback(period);
  const averages = lentColumn(values.length, into).fill(NaN, 0, first);
  if (values.length <= first) return averages;
  let sum = 0;
  for (let index = from; index <= first; index++) sum += values[index];
  averages[first] = sum / period;
  for (let index = first + 1; index < values.length; index++) {
    sum += values[index] - values[index - period];
    averages[index] = sum / period;
  }
  return averages;
}

/** The same, value by value. */
export class IncrementalSimpleMovingAverage implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  private readonly window: ValueRing;
  private missing: number;
  private sum = 0;

  constructor(private readonly period: number) {
    this.window = new ValueRing(period);
    this.missing = period;
  }

  update(value: number): void {
    const outgoing = this.window.exchange(value);
    if (this.missing > 0) {
      this.missing--;
      this.sum += value;
      if (this.missing > 0) return;
    } else {
      this.sum += value - outgoing;
    }
    this.values[0] = this.sum / this.period;
  }
}

export const simpleMovingAverageIndicator: SourceIndicator<'period'> = {
  name: 'sma',
  summary: 'Simple moving average: the mean of the last values.',
  parameters: { period: barsRule(20, 'Bars in the average.') },
  input: 'source',
  outputs: ['sma'],
  lookback: ({ period }) => simpleMovingAverageLookback(period),
  warmup: ({ period }) => simpleMovingAverageLookback(period),
  compute: (source, { period }, into) => [simpleMovingAverage(source, period, 0, into?.[0])],
  start: ({ period }) => new IncrementalSimpleMovingAverage(period),
};
