import { HOUR_MILLISECONDS } from './day';
import { dateOf, lastWeekday, SUNDAY, weekdayFrom } from './xnys-dates';

const STANDARD_OFFSET = 5 * HOUR_MILLISECONDS;
const DAYLIGHT_OFFSET = 4 * HOUR_MILLISECONDS;
const CHANGE_OF_DAY = 2 * HOUR_MILLISECONDS;

/**
 * How far New York is behind UTC on a date (ms), from 1970 on. The clock changes at 02:00 on a Sunday; the offset is
 * that of the rest of the day, so of every hour at which a market of New York trades.
 */
export function newYorkOffset(date: number): number {
  const year = new Date(date).getUTCFullYear();
  return date >= daylightSavingStart(year) && date < daylightSavingEnd(year)
    ? DAYLIGHT_OFFSET
    : STANDARD_OFFSET;
}

/** How far New York is behind UTC at an instant; both in ms. */
export function newYorkOffsetAt(time: number): number {
  const year = new Date(time).getUTCFullYear();
  return time >= daylightSavingStart(year) + CHANGE_OF_DAY + STANDARD_OFFSET &&
    time < daylightSavingEnd(year) + CHANGE_OF_DAY + DAYLIGHT_OFFSET
    ? DAYLIGHT_OFFSET
    : STANDARD_OFFSET;
}

/**
 * Energy Policy Act of 2005: second Sunday of March. Public Law 99-359: first Sunday of April from 1987. Uniform Time
 * Act of 1966: last Sunday of April, but for the two years of the oil crisis.
 */
function daylightSavingStart(year: number): number {
  if (year >= 2007) return weekdayFrom(year, 3, 8, SUNDAY);
  if (year >= 1987) return weekdayFrom(year, 4, 1, SUNDAY);
  if (year === 1974) return dateOf(1974, 1, 6);
  if (year === 1975) return dateOf(1975, 2, 23);
  return lastWeekday(year, 4, SUNDAY);
}

/** The first Sunday of November, until 2006 the last one of October. */
function daylightSavingEnd(year: number): number {
  return year >= 2007 ? weekdayFrom(year, 11, 1, SUNDAY) : lastWeekday(year, 10, SUNDAY);
}
