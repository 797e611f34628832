import type { Calendar } from '#engine/calendar/calendar';
import { expectationOf } from '#engine/market/candle-buckets';
import { type Interval, INTERVALS, intervalSeconds } from '#engine/market/interval';
import type { TimeSpan } from '#engine/market/split-ranges';

/** A longer candle that began before the first shorter one that is left. */
interface CutCandle {
  /** Its open time, ms. */
  readonly openTime: number;
  /** The longest interval whose candles make it up, all of them stored. */
  readonly base: Interval;
}

/** What can still be rolled up at the beginning of a series, where older candles were deleted. */
export interface RetainedEdge {
  /** Changes of candles that open before this (ms) would reach some longer candles and others not: none follows them. */
  readonly frozenBefore: number;
  readonly cut: ReadonlyMap<Interval, CutCandle>;
}

export interface EdgeOptions {
  /** Open time of the first candle that is left, ms. */
  readonly firstOpenTime: number;
  readonly interval: Interval;
  readonly calendar: Calendar;
  /** By interval the open times (ms) of the rolled-up candles of that UTC day; no entry where that interval is not rolled up. */
  readonly stored: ReadonlyMap<Interval, ReadonlySet<number>>;
}

/**
 * A longer candle that is cut can be rolled up anew from the longest shorter interval that has all of it: that follows the
 * changes of the candles that are left. Where there is none, no interval follows the changes that this candle cannot.
 */
export function retainedEdge({ firstOpenTime, interval, calendar, stored }: EdgeOptions): RetainedEdge {
  const rolled = INTERVALS.filter((longer) => stored.has(longer));
  const beginOf = (time: number, longer: Interval) => Math.floor(time / lengthOf(longer)) * lengthOf(longer);
  const expectation = (openTime: number, longer: Interval) =>
    expectationOf(openTime, {
      fromSeconds: intervalSeconds(interval),
      toSeconds: intervalSeconds(longer),
      calendar,
    });
  const isCut = (openTime: number, longer: Interval) =>
    (expectation(openTime, longer)?.first ?? Infinity) < firstOpenTime;
  const isComplete = (openTime: number, longer: Interval, shorter: Interval) => {
    for (let part = openTime; part < openTime + lengthOf(longer); part += lengthOf(shorter)) {
      if (!stored.get(shorter)!.has(part) && expectation(part, shorter)) return false;
    }
    return true;
  };

  const cut = new Map<Interval, CutCandle>();
  let frozenBefore = -Infinity;
  for (const longer of rolled) {
    const openTime = beginOf(firstOpenTime, longer);
    if (!stored.get(longer)!.has(openTime) || !isCut(openTime, longer)) continue;
    const base = rolled.findLast(
      (shorter) =>
        lengthOf(shorter) < lengthOf(longer) &&
        lengthOf(longer) % lengthOf(shorter) === 0 &&
        isComplete(openTime, longer, shorter),
    );
    if (base) cut.set(longer, { openTime, base });
    else frozenBefore = Math.max(frozenBefore, openTime + lengthOf(longer));
  }
  // A candle that is rolled up from all of its minutes follows all of their changes or none.
  const reachingOver = () =>
    rolled
      .map((longer) => ({ longer, openTime: beginOf(frozenBefore - 1, longer) }))
      .filter(({ longer, openTime }) => !isCut(openTime, longer))
      .map(({ longer, openTime }) => openTime + lengthOf(longer))
      .find((end) => end > frozenBefore);
  if (frozenBefore > -Infinity) {
    for (let end = reachingOver(); end !== undefined; end = reachingOver()) frozenBefore = end;
  }
  return { frozenBefore, cut };
}

/** The stored candles (open times, ms) of a longer interval that do not follow these changes. */
export function unfollowedCandles(
  { frozenBefore }: RetainedEdge,
  { firstOpenTime, stored }: Pick<EdgeOptions, 'firstOpenTime' | 'stored'>,
  { longer, changes }: { longer: Interval; changes: readonly TimeSpan[] },
): number[] {
  const spans = changes
    .map(({ first, last }) => ({
      first: Math.max(first, firstOpenTime),
      last: Math.min(last, frozenBefore - 1),
    }))
    .filter(({ first, last }) => first <= last);
  return [...(stored.get(longer) ?? [])].filter((openTime) =>
    spans.some(({ first, last }) => openTime <= last && openTime + lengthOf(longer) > first),
  );
}

function lengthOf(interval: Interval): number {
  return intervalSeconds(interval) * 1000;
}
