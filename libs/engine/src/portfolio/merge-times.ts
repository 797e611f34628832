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
  const { length } = list;
  // Most often the list ends as the merged times do, and bar after bar is the same.
  let same = 0;
  const offset = merged.length - length;
  while (offset >= 0 && same < length && merged[offset + same] === list[same]) same++;
  if (same === length) return 0;
  let missing = 0;
  let index = 0;
  for (let position = 0; position < length; position++) {
    const time = list[position];
    while (index < merged.length && merged[index] < time) index++;
    if (index === merged.length || merged[index] !== time) missing++;
  }
  return missing;
}

function merge(one: Float64Array, other: Float64Array, length: number): Float64Array {
  const merged = new Float64Array(length);
  let [left, right] = [0, 0];
  for (let index = 0; index < length; index++) {
    const ofOne = left < one.length ? one[left] : Infinity;
    const ofOther = right < other.length ? other[right] : Infinity;
    merged[index] = Math.min(ofOne, ofOther);
    if (ofOne <= ofOther) left++;
    if (ofOther <= ofOne) right++;
  }
  return merged;
}
