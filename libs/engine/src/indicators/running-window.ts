/** Of a window that has shrunk to less than this share of its size, the sum has too few digits left to go on with. */
const SMALLEST_SHARE = 1e-3;

/** A size is remembered again when it has grown by so much. */
const GROWTH = 2;

/**
 * The sum of a window that is carried on from bar to bar, and beside it that of the values' sizes. Where that falls to a
 * small share of what it was, large values have left the window, and with them the sum's last digits: it is summed afresh.
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

  setLimits(): void {
    this.smallest = this.size * SMALLEST_SHARE;
    this.largest = this.size * GROWTH;
  }
}
