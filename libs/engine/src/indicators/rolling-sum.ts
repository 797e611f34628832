/**
 * Sum of the last `period` values; NaN before the first full window, at index `from + period - 1`. `from` is the index of
 * the first value that counts.
 *
 * Nothing is ever subtracted, so a large value leaves no rounding behind in a window that it has left: the series is cut
 * into blocks of `period`, and each window is the tail of one block and the head of the next.
 */
export function rollingSum(values: Float64Array, period: number, from = 0): Float64Array {
  const { length } = values;
  const sums = new Float64Array(length);
  // tails[k]: the sum of the block before from its place k on.
  const tails = new Float64Array(period + 1);
  for (let start = from; start < length; start += period) {
    const end = Math.min(start + period, length);
    let head = 0;
    for (let index = start; index < end; index++) {
      head += values[index];
      sums[index] = tails[index - start + 1] + head;
    }
    let tail = 0;
    for (let index = end - 1; index >= start; index--) {
      tail += values[index];
      tails[index - start] = tail;
    }
  }
  return sums.fill(NaN, 0, from + period - 1);
}
