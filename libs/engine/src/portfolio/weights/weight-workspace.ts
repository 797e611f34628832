/**
 * Memory that decisions share, so that a run of many decisions allocates once: an array per use, made anew only where
 * a decision needs a longer one. What it held before is left in it. One decision at a time may use a workspace.
 */
export class WeightWorkspace {
  private readonly arrays = new Map<string, Float64Array>();

  /** The first `length` values of the array of that use. */
  array(use: string, length: number): Float64Array {
    let array = this.arrays.get(use);
    if (array === undefined || array.length < length) {
      array = new Float64Array(length);
      this.arrays.set(use, array);
    }
    return array.length === length ? array : array.subarray(0, length);
  }
}
