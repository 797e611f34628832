/**
 * At most `points` indices of curves of one length that show their shapes: the first, the last, and of each stretch between each curve's
 * lowest and its highest, so that no extreme is lost. All indices when there are no more. Ascending; ties take the earliest. Where
 * `points` are too few for two of every curve, the first curves count: at least 4.
 */
export function thinOutCurves(curves: readonly Float64Array[], points: number): number[] {
  const [{ length }] = curves;
  if (length <= points) return Array.from({ length }, (_, index) => index);
  const between = Math.floor((points - 2) / 2);
  const shown = curves.slice(0, Math.max(1, between));
  const stretches = Math.max(1, Math.floor(between / shown.length));
  const indices = new Set<number>([0]);
  for (let stretch = 0; stretch < stretches; stretch++) {
    const from = Math.floor((stretch * length) / stretches);
    const to = Math.floor(((stretch + 1) * length) / stretches);
    const extremes = shown.flatMap((values) => extremesOf(values, from, to));
    for (const index of extremes.sort((a, b) => a - b)) indices.add(index);
  }
  indices.add(length - 1);
  return [...indices];
}

function extremesOf(values: Float64Array, from: number, to: number): [number, number] {
  let lowest = from;
  let highest = from;
  for (let index = from + 1; index < to; index++) {
    if (values[index] < values[lowest]) lowest = index;
    if (values[index] > values[highest]) highest = index;
  }
  return [lowest, highest];
}
