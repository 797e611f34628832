/** More points than these are laid out anew. */
const MOST_UPDATES = 3;

/** Whether all but the last points are the very ones of before, so that the last ones alone have to be drawn. */
export function isContinued(before: readonly unknown[], after: readonly unknown[]): boolean {
  const more = after.length - before.length;
  if (before.length < 2 || more < 0 || more >= MOST_UPDATES) return false;
  // One that was corrected in between is drawn, too.
  return before.every((point, index) => index === before.length - 1 || point === after[index]);
}
