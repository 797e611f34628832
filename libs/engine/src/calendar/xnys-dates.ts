import { DAY_MILLISECONDS } from './day';

export const SUNDAY = 0;
export const MONDAY = 1;
export const TUESDAY = 2;
export const THURSDAY = 4;
export const SATURDAY = 6;

/**
 * The start of a UTC day, in ms since 1970: the open time that daily candles of shares carry. `month` is 1 to 12; a day beyond the
 * month's last runs on into the next.
 */
export function dateOf(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day);
}

/** 0 (Sunday) to 6; 1 January 1970 was a Thursday. */
export function weekdayOf(date: number): number {
  return (date / DAY_MILLISECONDS + THURSDAY) % 7;
}

/** The first such weekday of the month that is `day` or later. */
export function weekdayFrom(year: number, month: number, day: number, weekday: number): number {
  const date = dateOf(year, month, day);
  return date + ((weekday - weekdayOf(date) + 7) % 7) * DAY_MILLISECONDS;
}

export function lastWeekday(year: number, month: number, weekday: number): number {
  const date = dateOf(year, month + 1, 0);
  return date - ((weekdayOf(date) - weekday + 7) % 7) * DAY_MILLISECONDS;
}

/**
 * Easter Sunday of the Gregorian calendar: the Sunday after the first ecclesiastical full moon from 21 March on. The
 * lunar correction is Clavius's, so it holds for every year, not for some centuries.
 */
export function easterSunday(year: number): number {
  const goldenYear = year % 19;
  const century = Math.floor(year / 100);
  const leapCorrection = century - Math.floor(century / 4);
  const moonCorrection = Math.floor((8 * century + 13) / 25);
  const epact = (19 * goldenYear + leapCorrection - moonCorrection + 15) % 30;
  // The full moon is never later than 18 April, and on that day only in the first half of the moon's cycle of 19 years.
  const early = epact === 29 || (epact === 28 && goldenYear > 10) ? 1 : 0;
  const fullMoon = dateOf(year, 3, 21 + epact - early);
  return fullMoon + (7 - weekdayOf(fullMoon)) * DAY_MILLISECONDS;
}
