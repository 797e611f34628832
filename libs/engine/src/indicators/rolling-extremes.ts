import { findExtremes, HIGHEST, LOWEST } from './kernels/extremes-in-stretches';
import { type IncrementalIndicator, type SourceIndicator } from './indicator';
import { lentColumn } from '../lent-column';
import { barsRule } from './parameter-rule';

function rollingExtremeLookback(period: number): number {
  return period - 1;
}

/** Highest of the last `period` values; NaN before the first full window, at index `period - 1`. */
export function rollingHighest(values: Float64Array, period: number, into?: Float64Array): Float64Array {
  return rollingExtreme(values, period, HIGHEST, into);
}

/** Lowest of the last `period` values; NaN before the first full window, at index `period - 1`. */
export function rollingLowest(values: Float64Array, period: number, into?: Float64Array): Float64Array {
  return rollingExtreme(values, period, LOWEST, into);
}

/** One pass, whatever the period. */
function rollingExtreme(
  values: Float64Array,
  period: number,
  finder: typeof HIGHEST,
  into: Float64Array | undefined,
): Float64Array {
  const extremes = lentColumn(values.length, into);
  findExtremes([[values, finder]], period, (start, end) => finder.found.write(extremes, start, end));
  return extremes.fill(NaN, 0, rollingExtremeLookback(period));
}

/** The same, value by value: a block is swept when its last value has come. */
class IncrementalRollingExtreme implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  private readonly highest: boolean;
  private readonly worst: number;
  /** Up to `index` the values of this block; from there on the extremes of the tails of the block before. */
  private readonly block: Float64Array;
  private index = 0;
  private head: number;
  private isWarm: boolean;

  constructor(
    private readonly period: number,
    direction: 1 | -1,
  ) {
    this.highest = direction > 0;
    this.worst = this.highest ? -Infinity : Infinity;
    this.block = new Float64Array(period + 1).fill(this.worst);
    this.head = this.worst;
    this.isWarm = false;
  }

  update(value: number): void {
    const { highest, block } = this;
    block[this.index++] = value;
    if (highest ? value > this.head : value < this.head) this.head = value;
    const before = block[this.index];
    const extreme = (highest ? before > this.head : before < this.head) ? before : this.head;
    if (this.index === this.period) this.sweep();
    if (this.isWarm) this.values[0] = extreme;
  }

  private sweep(): void {
    const { highest, block } = this;
    let tail = this.worst;
    for (let index = this.period - 1; index >= 0; index--) {
      if (highest ? block[index] > tail : block[index] < tail) tail = block[index];
      block[index] = tail;
    }
    this.index = 0;
    this.head = this.worst;
    this.isWarm = true;
  }
}

export class IncrementalRollingHighest extends IncrementalRollingExtreme {
  constructor(period: number) {
    super(period, 1);
  }
}

export class IncrementalRollingLowest extends IncrementalRollingExtreme {
  constructor(period: number) {
    super(period, -1);
  }
}

export const highestIndicator: SourceIndicator<'period'> = {
  name: 'highest',
  summary: 'Highest of the last values.',
  parameters: { period: barsRule(20, 'Bars in the window.') },
  input: 'source',
  outputs: ['highest'],
  lookback: ({ period }) => rollingExtremeLookback(period),
  warmup: ({ period }) => rollingExtremeLookback(period),
  compute: (source, { period }, into) => [rollingHighest(source, period, into?.[0])],
  start: ({ period }) => new IncrementalRollingHighest(period),
};

export const lowestIndicator: SourceIndicator<'period'> = {
  name: 'lowest',
  summary: 'Lowest of the last values.',
  parameters: { period: barsRule(20, 'Bars in the window.') },
  input: 'source',
  outputs: ['lowest'],
  lookback: ({ period }) => rollingExtremeLookback(period),
  warmup: ({ period }) => rollingExtremeLookback(period),
  compute: (source, { period }, into) => [rollingLowest(source, period, into?.[0])],
  start: ({ period }) => new IncrementalRollingLowest(period),
};
