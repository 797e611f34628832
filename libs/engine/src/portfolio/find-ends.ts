import { type Calendar } from '../calendar/calendar';
import { opensOnGrid } from '../market/opens-on-grid';

/** Bars of the account at which a series counts as delisted: from (inclusive), until (exclusive). */
export interface SeriesEnd {
  readonly from: number;
  readonly until: number;
}

/** A series that misses so many bars one after the other is delisted at the last of them. */
export const MISSED_BARS = 5;

/**
 * When a series counts as delisted, from no more than the bars up to then: at the first bar of the account that opens at
 * or after `to` (ms), for good; or at the fifth bar that the account has one after the other, on which the member's own
 * calendar trades and it has no candle, until it has one again.
 */
export function findEnds(
  candleAt: Int32Array,
  openTime: Float64Array,
  to: number | null,
  intervalSeconds: number,
  calendar: Calendar,
): readonly SeriesEnd[] {
  const ends: SeriesEnd[] = [];
  const bars = openTime.length;
  let missed = 0;
  let from = -1;
  let hasBegun = false;
  for (let bar = 0; bar < bars; bar++) {
    if (to !== null && openTime[bar] >= to) {
      ends.push({ from: from >= 0 ? from : bar, until: bars });
      return ends;
    }
    if (candleAt[bar] >= 0) {
      if (from >= 0) ends.push({ from, until: bar });
      hasBegun = true;
      missed = 0;
      from = -1;
    } else if (hasBegun && from < 0 && isExpected(openTime[bar], intervalSeconds, calendar)) {
      missed++;
      if (missed === MISSED_BARS) from = bar;
    }
  }
  if (from >= 0) ends.push({ from, until: bars });
  return ends;
}

function isExpected(openTime: number, intervalSeconds: number, calendar: Calendar): boolean {
  // What opens at all times of the clock is expected whenever another series has a bar.
  return calendar === '24x7' || opensOnGrid(openTime, intervalSeconds, calendar);
}
