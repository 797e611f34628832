import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { BYTES } from './kernels/kernel-memory';
import { overValues } from './kernels/over-columns';
import { kernels } from './kernels/simd-kernels';
import { lentColumn } from '../lent-column';
import { barsRule } from './parameter-rule';
import { ValueRing } from './value-ring';

export function rateOfChangeLookback(period: number): number {
  return period;
}

/** Change since `period` bars ago in percent of the value then; NaN before index `period` and where that value is 0. */
export function rateOfChange(values: Float64Array, period: number, into?: Float64Array): Float64Array {
  const rates = lentColumn(values.length, into).fill(NaN, 0, period);
  overValues(values, period, period, rates, (bytes) => kernels.rates(bytes, period * BYTES));
  return rates;
}

class IncrementalRateOfChange implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  private readonly window: ValueRing;

  constructor(period: number) {
    this.window = new ValueRing(period);
  }

  update(value: number): void {
    this.values[0] = rateSince(this.window.exchange(value), value);
  }
}

function rateSince(before: number, value: number): number {
  const rate = (value / before - 1) * 100;
  // An infinite rate less itself is NaN: a branch would cost as much as all the rest.
  return rate + (rate - rate);
}

export const rateOfChangeIndicator: SourceIndicator<'period'> = {
  name: 'roc',
  summary: 'Rate of change: the change over the period in percent.',
  parameters: { period: barsRule(10, 'Bars the change is taken over.') },
  input: 'source',
  outputs: ['roc'],
  lookback: ({ period }) => rateOfChangeLookback(period),
  warmup: ({ period }) => rateOfChangeLookback(period),
  compute: (source, { period }, into) => [rateOfChange(source, period, into?.[0])],
  start: ({ period }) => new IncrementalRateOfChange(period),
};
