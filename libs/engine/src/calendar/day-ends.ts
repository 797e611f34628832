import { DAY_MILLISECONDS } from './day';
import { type Calendar } from './calendar';
import { newYorkOffsetAt } from './new-york-clock';
import { endOfTradingDay, tradingDateOf } from './trading-week';

/**
 * Where the day ends (exclusive) in which a bar opens; all in ms. 24x7: the UTC day. 24x5: the New York day, 17:00 to 17:00; a
 * bar that opens outside the week belongs to Monday. XNYS: the UTC date of a daily bar, which opens at 00:00 UTC of its
 * session's date; the New York date of shorter ones.
 */
export function dayEnds(intervalSeconds: number, calendar: Calendar): (openTime: number) => number {
  if (calendar === '24x5') return (openTime) => endOfTradingDay(tradingDateOf(openTime));
  return calendar === 'XNYS' && intervalSeconds * 1000 < DAY_MILLISECONDS ? endOfNewYorkDay : endOfUtcDay;
}

/** The day that a bar opens in, in days since 1970-01-01 by its own date; openTime in ms. */
export function tradingDays(intervalSeconds: number, calendar: Calendar): (openTime: number) => number {
  const endOfDay = dayEnds(intervalSeconds, calendar);
  // Days end between 17:00 in New York and the midnight after it: twelve hours before that is their own date in UTC.
  return (openTime) => Math.floor((endOfDay(openTime) - DAY_MILLISECONDS / 2) / DAY_MILLISECONDS);
}

function endOfUtcDay(time: number): number {
  return (Math.floor(time / DAY_MILLISECONDS) + 1) * DAY_MILLISECONDS;
}

function endOfNewYorkDay(time: number): number {
  const nextDate = endOfUtcDay(time - newYorkOffsetAt(time));
  // Midnight is at 04:00 or 05:00 UTC; the clock changes later.
  return nextDate + newYorkOffsetAt(nextDate + 4 * 3_600_000);
}
