import { DAY_MILLISECONDS } from './day';
import { newYorkOffset, newYorkOffsetAt } from './new-york-clock';
import { dateOf, MONDAY, SATURDAY, SUNDAY, weekdayOf } from './xnys-dates';

/** Trading days of currencies end at 17:00 in New York, where the next one begins. */
const END_OF_DAY = 17 * 3_600_000;
const FIRST_DATE = dateOf(1970, 1, 1);
const END_OF_DATES = dateOf(2100, 1, 1);

/** A trading day of a market that trades from Sunday 17:00 to Friday 17:00 in New York; all in ms since 1970 UTC. */
export interface TradingDay {
  /** 00:00 UTC of the date on which it ends, Monday to Friday. */
  readonly date: number;
  /** 17:00 in New York on the evening before. */
  readonly open: number;
  /** The first instant after it. */
  readonly close: number;
}

/** Days that follow each other without a break. */
export interface TradingRun {
  readonly open: number;
  /** The first instant after trading. */
  readonly close: number;
}

/** The date (00:00 UTC) of the trading day that holds a time; a time outside the week belongs to the next Monday. */
export function tradingDateOf(time: number): number {
  const shifted = time - newYorkOffsetAt(time) + DAY_MILLISECONDS - END_OF_DAY;
  const date = Math.floor(shifted / DAY_MILLISECONDS) * DAY_MILLISECONDS;
  const weekday = weekdayOf(date);
  if (weekday === SATURDAY) return date + 2 * DAY_MILLISECONDS;
  return weekday === SUNDAY ? date + DAY_MILLISECONDS : date;
}

/** The first instant (ms) after the trading day of a date. */
export function endOfTradingDay(date: number): number {
  return date + END_OF_DAY + newYorkOffset(date);
}

/** The week that holds a time (ms), else the next one, holidays included. */
export function tradingWeekOf(time: number): TradingRun {
  const date = tradingDateOf(time);
  const monday = date - (weekdayOf(date) - MONDAY) * DAY_MILLISECONDS;
  return {
    open: endOfTradingDay(monday - DAY_MILLISECONDS),
    close: endOfTradingDay(monday + 4 * DAY_MILLISECONDS),
  };
}

/** The trading days whose date lies in `from` (inclusive) to `to` (exclusive), without 25 December and 1 January. */
export function tradingDaysBetween(from: number, to: number): TradingDay[] {
  const days: TradingDay[] = [];
  const first = Math.max(FIRST_DATE, Math.ceil(from / DAY_MILLISECONDS) * DAY_MILLISECONDS);
  const end = Math.min(to, END_OF_DATES);
  for (let date = first; date < end; date += DAY_MILLISECONDS) {
    const weekday = weekdayOf(date);
    if (weekday === SATURDAY || weekday === SUNDAY || isHoliday(date)) continue;
    days.push({ date, open: endOfTradingDay(date - DAY_MILLISECONDS), close: endOfTradingDay(date) });
  }
  return days;
}

/** The runs of trading that reach into `from` to `to` (exclusive), oldest first; the outer ones may be cut beyond them. */
export function tradingRunsBetween(from: number, to: number): TradingRun[] {
  const runs: { open: number; close: number }[] = [];
  for (const { open, close } of tradingDaysBetween(from - DAY_MILLISECONDS, to + DAY_MILLISECONDS)) {
    const run = runs.at(-1);
    if (run?.close === open) run.close = close;
    else runs.push({ open, close });
  }
  return runs;
}

/** Both are closed all over the world, from 17:00 on the evening before. */
function isHoliday(date: number): boolean {
  const day = new Date(date);
  const month = day.getUTCMonth();
  return (month === 11 && day.getUTCDate() === 25) || (month === 0 && day.getUTCDate() === 1);
}
