const BLOCK = 256;

/** Answers the largest value from `start` to before `end`; -Infinity of none. Long ranges are read by blocks. */
export function largestIn(values: Float64Array): (start: number, end: number) => number {
  const blocks = new Float64Array(Math.ceil(values.length / BLOCK)).fill(-Infinity);
  for (let index = 0; index < values.length; index++) {
    const block = Math.floor(index / BLOCK);
    if (values[index] > blocks[block]) blocks[block] = values[index];
  }
  return (start, end) => {
    let largest = -Infinity;
    let index = start;
    while (index < end) {
      const isWhole = index % BLOCK === 0 && index + BLOCK <= end;
      const value = isWhole ? blocks[index / BLOCK] : values[index];
      if (value > largest) largest = value;
      index += isWhole ? BLOCK : 1;
    }
    return largest;
  };
}
