/** The last values of a series that comes value by value. */
export class ValueRing {
  private readonly values: Float64Array;
  private oldestIndex = 0;

  constructor(length: number) {
    this.values = new Float64Array(length).fill(NaN);
  }

  /** Takes a value in for the one that came as many values ago as the ring is long, and gives that: NaN before there is one. */
  exchange(value: number): number {
    const { values, oldestIndex } = this;
    const oldest = values[oldestIndex];
    values[oldestIndex] = value;
    this.oldestIndex = oldestIndex + 1 === values.length ? 0 : oldestIndex + 1;
    return oldest;
  }

  /** Copies the values, oldest first. */
  copyTo(target: Float64Array): void {
    const { values, oldestIndex } = this;
    let next = 0;
    for (let index = oldestIndex; index < values.length; index++) target[next++] = values[index];
    for (let index = 0; index < oldestIndex; index++) target[next++] = values[index];
  }
}
