/** The chart library keeps points without a value from what a primitive reads: such a point has a value and this colour. */
export const NO_BAND = 'transparent';

interface Band<Time> {
  readonly start: Time;
  /** Where the next one begins; of the last one its last point. */
  readonly end: Time;
  /** Nothing follows. */
  readonly isOpen: boolean;
  readonly color: string;
}

/** Points of one colour that follow one another are one band; those of NO_BAND are none. */
export function bandsOf<Time>(
  points: readonly { readonly time: Time; readonly color: string }[],
): Band<Time>[] {
  const bands: Band<Time>[] = [];
  let first = 0;
  for (let next = 1; next <= points.length; next++) {
    const { time: start, color } = points[first]!;
    if (points[next]?.color === color) continue;
    const isOpen = next === points.length;
    const end = points[isOpen ? next - 1 : next]!.time;
    if (color !== NO_BAND) bands.push({ start, end, isOpen, color });
    first = next;
  }
  return bands;
}
