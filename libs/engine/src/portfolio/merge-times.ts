/** The times of all, ascending and each once. Each list is ascending; most are alike. */
export function mergeTimes(lists: readonly Float64Array[]): Float64Array {
  let merged: Float64Array = new Float64Array(0);
  for (const list of lists) {
    const missing = countMissing(merged, list);
    if (missing > 0) merged = merge(merged, list, merged.length + missing);
  }
  return merged;
}

/** How many of the list's times are not among the merged ones. */
function countMissing(merged: Float64Array, list: Float64Array): number {
  let missing = 0;
  let index = 0;
  for (const time of list) {
    while (index < merged.length && merged[index] < time) index++;
    if (merged[index] !== time) missing++;
  }
  return missing;
}

function merge(one: Float64Array, other: Float64Array, length: number): Float64Array {
  const merged = new Float64Array(length);
  let [left, right] = [0, 0];
  for (let index = 0; index < length; index++) {
    const [ofOne, ofOther] = [one[left] ?? Infinity, other[right] ?? Infinity];
    merged[index] = Math.min(ofOne, ofOther);
    if (ofOne <= ofOther) left++;
    if (ofOther <= ofOne) right++;
  }
  return merged;
}
