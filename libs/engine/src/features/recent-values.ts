/** The last `capacity` numbers of a series: `values[newest - age]` for an age below `capacity`, NaN before the first. */
export class RecentValues {
  readonly values: Float64Array;
  newest: number;

  constructor(private readonly capacity: number) {
    // Each number is kept twice, a capacity apart: so no window wraps around the end.
    this.values = new Float64Array(2 * capacity).fill(NaN);
    this.newest = 2 * capacity - 1;
  }

  push(value: number): void {
    const { values, capacity } = this;
    const index = this.newest + 1 < 2 * capacity ? this.newest + 1 - capacity : 0;
    values[index] = value;
    values[index + capacity] = value;
    this.newest = index + capacity;
  }
}
