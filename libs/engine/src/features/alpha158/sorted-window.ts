/** The last `length` numbers of a series in ascending order. */
export class SortedWindow {
  readonly sorted: Float64Array;
  private count = 0;

  constructor(private readonly length: number) {
    this.sorted = new Float64Array(length);
  }

  /** Adds the newest number, and once it is full removes the one of `length` numbers before, `outgoing`. */
  push(incoming: number, outgoing: number): void {
    const { sorted } = this;
    let index = this.count < this.length ? this.count++ : this.indexOf(outgoing);
    const last = this.count - 1;
    for (; index < last && sorted[index + 1] < incoming; index++) sorted[index] = sorted[index + 1];
    for (; index > 0 && sorted[index - 1] > incoming; index--) sorted[index] = sorted[index - 1];
    sorted[index] = incoming;
  }

  /** The first index of what is not below `value`. */
  indexOf(value: number): number {
    let from = 0;
    let to = this.count;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.sorted[middle] < value) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** The number below which the share of the others is, between two of them linearly (pandas' and numpy's convention). */
  quantile(share: number): number {
    const index = share * (this.length - 1);
    const below = Math.floor(index);
    const value = this.sorted[below];
    return index === below ? value : value + (this.sorted[below + 1] - value) * (index - below);
  }
}
