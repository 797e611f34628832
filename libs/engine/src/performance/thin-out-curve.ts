/**
 * At most `points` indices of a curve that show its shape: the first, the last, and of each stretch between its lowest and
 * its highest, so that no extreme is lost. All indices when there are no more. Ascending; ties take the earliest.
 */
export function thinOutCurve(values: Float64Array, points: number): number[] {
  if (values.length <= points) return Array.from(values, (_, index) => index);
  const stretches = Math.max(1, Math.floor((points - 2) / 2));
  const indices = new Set<number>([0]);
  for (let stretch = 0; stretch < stretches; stretch++) {
    const from = Math.floor((stretch * values.length) / stretches);
    const to = Math.floor(((stretch + 1) * values.length) / stretches);
    let lowest = from;
    let highest = from;
    for (let index = from + 1; index < to; index++) {
      if (values[index] < values[lowest]) lowest = index;
      if (values[index] > values[highest]) highest = index;
    }
    indices.add(Math.min(lowest, highest)).add(Math.max(lowest, highest));
  }
  indices.add(values.length - 1);
  return [...indices];
}
