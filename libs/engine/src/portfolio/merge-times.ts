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
  if (offset >= 0) same = countSame(merged, list, offset);
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

/** How many of the list's first times are those of the merged ones from the offset on; it ends where they do. */
function countSame(merged: Float64Array, list: Float64Array, offset: number): number {
  const { length } = list;
  let same = 0;
  // Four at a time, for as long as none of them differs.
  for (; same + 4 <= length; same += 4) {
    const at = offset + same;
    if (
      merged[at] !== list[same] ||
      merged[at + 1] !== list[same + 1] ||
      merged[at + 2] !== list[same + 2] ||
      merged[at + 3] !== list[same + 3]
    )
      break;
  }
  while (same < length && merged[offset + same] === list[same]) same++;
  return same;
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
