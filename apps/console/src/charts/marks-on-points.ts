/**
 * The marks, each at the time of the point that it belongs to: the last one that is not later, as a point may cover several bars.
 * Those that lie outside of the points, the last of which lasts as long as the one before, are left out. Points ascend in time.
 */
export function marksOnPoints<M extends { readonly time: string }>(
  marks: readonly M[],
  points: readonly { readonly time: string }[],
): M[] {
  const times = points.map(({ time }) => Date.parse(time));
  const [beforeLast = -Infinity, last = -Infinity] = times.slice(-2);
  const end = times.length < 2 ? Infinity : last + (last - beforeLast);
  const sorted = marks
    .map((mark) => ({ mark, at: Date.parse(mark.time) }))
    .sort((one, other) => one.at - other.at);
  const placed: M[] = [];
  let index = 0;
  for (const { mark, at } of sorted) {
    while (index < times.length - 1 && times[index + 1]! <= at) index += 1;
    if (at >= (times[index] ?? Infinity) && at < end) placed.push({ ...mark, time: points[index]!.time });
  }
  return placed;
}
