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
  // Most often the list ends as the merged times do, and bar after bar is the same.
  if (endsWith(merged, list)) return 0;
  let missing = 0;
  let index = 0;
  for (const time of list) {
    while (index < merged.length && merged[index] < time) index++;
    if (index === merged.length || merged[index] !== time) missing++;
  }
  return missing;
}

function endsWith(merged: Float64Array, list: Float64Array): boolean {
  const { length } = list;
  const offset = merged.length - length;
  if (offset < 0) return false;
  let index = 0;
  // Four at a time.
  for (; index + 4 <= length; index += 4) {
    const at = offset + index;
    if (
      merged[at] !== list[index] ||
      merged[at + 1] !== list[index + 1] ||
      merged[at + 2] !== list[index + 2] ||
      merged[at + 3] !== list[index + 3]
    )
      return false;
  }
  for (; index < length; index++) if (merged[offset + index] !== list[index]) return false;
  return true;
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
