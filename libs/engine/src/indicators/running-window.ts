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
  smallest = 0;
  largest = 0;

  constructor(readonly period: number) {}

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
  }

  /** Moves on by a value. */
  move(incoming: number, outgoing: number): void {
    this.sum += incoming - outgoing;
    this.size += Math.abs(incoming) - Math.abs(outgoing);
  }

  isDue(): boolean {
    return this.size < this.smallest;
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
