import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { BYTES } from './kernels/kernel-memory';
import { overValues } from './kernels/over-columns';
import { kernels } from './kernels/simd-kernels';
import { lentColumn } from '../lent-column';
import { barsRule } from './parameter-rule';
import { ValueRing } from './value-ring';

function momentumLookback(period: number): number {
  return period;
}

/** Change since `period` bars ago, in the unit of the values; NaN before index `period`. */
function momentum(values: Float64Array, period: number, into?: Float64Array): Float64Array {
  const changes = lentColumn(values.length, into).fill(NaN, 0, period);
  overValues(values, period, period, changes, (bytes) => kernels.changes(bytes, period * BYTES));
  return changes;
}

class IncrementalMomentum implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  private readonly window: ValueRing;

  constructor(period: number) {
    this.window = new ValueRing(period);
  }

  update(value: number): void {
    this.values[0] = value - this.window.exchange(value);
  }
}

export const momentumIndicator: SourceIndicator<'period'> = {
  name: 'momentum',
  summary: 'Momentum: the change over the period, in the unit of the source.',
  parameters: { period: barsRule(10, 'Bars the change is taken over.') },
  input: 'source',
  outputs: ['momentum'],
  lookback: ({ period }) => momentumLookback(period),
  warmup: ({ period }) => momentumLookback(period),
  compute: (source, { period }, into) => [momentum(source, period, into?.[0])],
  start: ({ period }) => new IncrementalMomentum(period),
};
