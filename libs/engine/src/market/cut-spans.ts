import type { TimeSpan } from './split-ranges';

/** Cuts stretches where something lies: what was is an end of both parts then. Both ascending, ms. */
export function cutSpans(spans: readonly TimeSpan[], times: readonly number[]): TimeSpan[] {
  return spans.flatMap(({ first, last }) => {
    const inside = times.filter((time) => time > first && time < last);
    const ends = [first, ...inside, last];
    return ends.slice(1).map((end, index) => ({ first: ends[index], last: end }));
  });
}
