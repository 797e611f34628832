import { DAY_MILLISECONDS } from '#engine/calendar/day';
import type { SeriesExtent } from '../series/series.repository';

export interface ReadingWindow {
  /** Both inclusive. */
  readonly from: Date;
  readonly to: Date;
  /** The window reaches to the end of what is stored; there is nothing beyond it. */
  readonly last: boolean;
}

const GROWTH = 4;

/**
 * Windows of time in which to look for the `wanted` newest (backward) or oldest (forward) candles of several series, each
 * wider than the one before, until one covers all that is stored between the bounds. Without a key over time alone, this
 * is what keeps a list of many series from reading each one's whole history: the series' counters show how densely candles lie, so the
 * first window usually holds enough.
 */
export function* readingWindows(
  series: readonly SeriesExtent[],
  direction: 'forward' | 'backward',
  wanted: number,
  bounds: { start?: Date; end?: Date },
): Generator<ReadingWindow> {
  const extents = series
    .filter(({ candleCount }) => candleCount > 0)
    .map(({ firstOpenTime, lastOpenTime, candleCount }) => ({
      first: Math.max(firstOpenTime!.getTime(), bounds.start?.getTime() ?? -Infinity),
      last: Math.min(lastOpenTime!.getTime(), bounds.end?.getTime() ?? Infinity),
      candlesPerMillisecond:
        candleCount / (lastOpenTime!.getTime() - firstOpenTime!.getTime() + DAY_MILLISECONDS),
    }))
    .filter(({ first, last }) => first <= last);
  if (extents.length === 0) return;

  const from = Math.min(...extents.map(({ first }) => first));
  const to = Math.max(...extents.map(({ last }) => last));
  let width = estimateWidth(extents, direction, wanted, { from, to });
  for (; width < to - from; width *= GROWTH) {
    yield direction === 'backward'
      ? { from: new Date(to - width), to: new Date(to), last: false }
      : { from: new Date(from), to: new Date(from + width), last: false };
  }
  yield { from: new Date(from), to: new Date(to), last: true };
}

/** The narrowest of the doubling widths that should hold what is wanted, if candles lay evenly. */
function estimateWidth(
  extents: readonly { first: number; last: number; candlesPerMillisecond: number }[],
  direction: 'forward' | 'backward',
  wanted: number,
  { from, to }: { from: number; to: number },
): number {
  const held = (width: number) => {
    const lower = direction === 'backward' ? to - width : from;
    const upper = direction === 'backward' ? to : from + width;
    return extents.reduce((sum, { first, last, candlesPerMillisecond }) => {
      const overlap = Math.min(last, upper) - Math.max(first, lower);
      return overlap < 0 ? sum : sum + 1 + overlap * candlesPerMillisecond;
    }, 0);
  };
  let width = 60_000;
  while (width < to - from && held(width) < wanted) width *= 2;
  return width;
}
