import { BYTES } from './kernels/kernel-memory';
import { inputs, results, state } from './kernels/over-columns';
import { type CarryOn } from './kernels/simd-kernels';
import { ValueRing } from './value-ring';

/** Of a window that has shrunk to less than this share of its size, the sum has too few digits left to go on with. */
const SMALLEST_SHARE = 1e-3;

/** A size is remembered again when it has grown by so much. */
const GROWTH = 2;

/**
 * The sum of a window that is carried on from bar to bar, and beside it that of the values' sizes. Where that falls to a
 * small share of what it was, large values are no longer in the window, and the sum has lost its last digits to them: it is summed afresh.
 * To become due again at once takes another such fall, which bounds what it costs. A window that does not shrink is never
 * summed again, so that a flat stretch stays flat to the bit.
 */
export class RunningWindow {
  sum = 0;
  size = 0;
  /** The sum of the values times their weights, where those have any. */
  weighted = 0;
  /** After so many values the sums start afresh, whatever they are. */
  barsToStart = 1;
  smallest = 0;
  largest = 0;

  constructor(
    readonly period: number,
    readonly divisor: number,
    private readonly carryOn: CarryOn,
    private readonly barsBetweenStarts = Infinity,
  ) {}

  /** From the values of a window, oldest first. */
  startAfresh(values: Float64Array, from: number): void {
    let sum = 0;
    let size = 0;
    for (let index = from; index < from + this.period; index++) {
      sum += values[index];
      size += Math.abs(values[index]);
    }
    this.sum = sum;
    this.size = size;
    this.setLimits();
    this.barsToStart = this.barsBetweenStarts;
  }

  /** Moves on by a value. */
  move(incoming: number, outgoing: number): void {
    this.sum += incoming - outgoing;
    this.size += Math.abs(incoming) - Math.abs(outgoing);
    this.barsToStart--;
  }

  isDue(): boolean {
    return this.barsToStart === 0 || this.size < this.smallest;
  }

  /** Has a kernel go on from the window before a stretch of the kernels' memory, or begins with the first. */
  write(count: number): void {
    let nextStart = this.barsToStart - 1;
    for (let index = 0; index < count; index++) {
      if (index < nextStart) {
        const end = Math.min(nextStart, count);
        index = this.writeUntilDue(index, end);
        if (index === count) break;
        if (index < end && this.size > this.largest) {
          this.setLimits();
          continue;
        }
      }
      this.startAfresh(inputs.values.values, index + 1);
      results[0].values[index] = this.mean();
      nextStart = index + this.barsToStart;
    }
    this.barsToStart = nextStart - count + 1;
  }

  private writeUntilDue(from: number, to: number): number {
    const { period } = this;
    state[0] = this.sum;
    state[1] = this.size;
    state[2] = this.smallest;
    state[3] = this.largest;
    state[4] = this.weighted;
    state[5] = period;
    state[6] = this.divisor;
    const stopped = this.carryOn(from * BYTES, to * BYTES, period * BYTES) / BYTES;
    this.sum = state[0];
    this.size = state[1];
    this.weighted = state[4];
    return stopped;
  }

  mean(): number {
    return this.sum / this.divisor;
  }

  setLimits(): void {
    this.smallest = this.size * SMALLEST_SHARE;
    this.largest = this.size * GROWTH;
  }
}

/** The same of values that come one by one. */
export class IncrementalWindow<Sums extends RunningWindow> {
  private readonly values: ValueRing;
  private readonly inOrder: Float64Array;
  private missing: number;

  constructor(readonly sums: Sums) {
    this.values = new ValueRing(sums.period);
    this.inOrder = new Float64Array(sums.period);
    this.missing = sums.period;
  }

  /** Takes a value in, and answers whether the window is complete. */
  take(value: number): boolean {
    const { sums } = this;
    const outgoing = this.values.exchange(value);
    if (this.missing > 0) {
      this.missing--;
      if (this.missing === 0) this.startAfresh();
      return this.missing === 0;
    }
    sums.move(value, outgoing);
    if (sums.isDue()) this.startAfresh();
    else if (sums.size > sums.largest) sums.setLimits();
    return true;
  }

  private startAfresh(): void {
    this.values.copyTo(this.inOrder);
    this.sums.startAfresh(this.inOrder, 0);
  }
}
