/** The last `length` numbers of a series in ascending order. */
export class SortedWindow {
  readonly sorted: Float64Array;
  private count = 0;

  constructor(private readonly length: number) {
    this.sorted = new Float64Array(length);
  }

  /** Takes the newest number in, and once it is full the one of `length` numbers before, `leaving`, out. */
  push(entering: number, leaving: number): void {
    const { sorted } = this;
    let place = this.count < this.length ? this.count++ : this.placeOf(leaving);
    const last = this.count - 1;
    for (; place < last && sorted[place + 1] < entering; place++) sorted[place] = sorted[place + 1];
    for (; place > 0 && sorted[place - 1] > entering; place--) sorted[place] = sorted[place - 1];
    sorted[place] = entering;
  }

  /** The first place of what is not below `value`. */
  placeOf(value: number): number {
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
    const place = share * (this.length - 1);
    const below = Math.floor(place);
    const value = this.sorted[below];
    return place === below ? value : value + (this.sorted[below + 1] - value) * (place - below);
  }
}
