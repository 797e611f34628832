import { type IncrementalIndicator } from './indicator';
import { lentColumn } from '../lent-column';

/**
 * Sum of the last `period` values; NaN before the first full window, at index `from + period - 1`. `from` is the index of
 * the first value that counts. `into` may be the values themselves, which are then written over.
 *
 * Nothing is ever subtracted, so a large value adds no rounding to a window that it is no longer part of: the series is cut
 * into blocks of `period`, and each window is the tail of one block and the head of the next.
 */
export function rollingSum(
  values: Float64Array,
  period: number,
  from = 0,
  into?: Float64Array,
): Float64Array {
  const sums = lentColumn(values.length, into);
  sumByBlock(values, period, from, sums);
  return sums.fill(NaN, 0, from + period - 1);
}

function sumByBlock(values: Float64Array, period: number, from: number, sums: Float64Array): void {
  // Up to an index the values of this block; from there on the sums of the tails of the block before.
  const block = new Float64Array(period + 1);
  for (let start = from; start < values.length; start += period) {
    const inBlock = Math.min(period, values.length - start);
    sumWindows(values, start, inBlock, block, sums);
    sumTails(block, inBlock);
  }
}

function sumWindows(
  values: Float64Array,
  start: number,
  inBlock: number,
  block: Float64Array,
  sums: Float64Array,
): void {
  let head = 0;
  for (let index = 0; index < inBlock; index++) {
    const value = values[start + index];
    head += value;
    block[index] = value;
    sums[start + index] = block[index + 1] + head;
  }
}

/** The same, value by value: a block is summed backwards when its last value has come. */
export class IncrementalRollingSum implements IncrementalIndicator<number> {
  readonly values = Float64Array.of(NaN);
  /** As in rollingSum. */
  private readonly block: Float64Array;
  private position = 0;
  private head = 0;
  private isWarm = false;

  constructor(private readonly period: number) {
    this.block = new Float64Array(period + 1);
  }

  update(value: number): void {
    this.block[this.position++] = value;
    this.head += value;
    const sum = this.block[this.position] + this.head;
    if (this.position === this.period) this.sweep();
    if (this.isWarm) this.values[0] = sum;
  }

  private sweep(): void {
    sumTails(this.block, this.period);
    this.position = 0;
    this.head = 0;
    this.isWarm = true;
  }
}

/** Turns the first values of a block into the sums from each of them to the last. */
export function sumTails(block: Float64Array, length: number): void {
  let tail = 0;
  for (let index = length - 1; index >= 0; index--) {
    tail += block[index];
    block[index] = tail;
  }
}
