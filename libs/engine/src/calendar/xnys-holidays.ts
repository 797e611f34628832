import { DAY_MILLISECONDS } from './day';
import {
  dateOf,
  easterSunday,
  lastWeekday,
  MONDAY,
  SATURDAY,
  SUNDAY,
  THURSDAY,
  TUESDAY,
  weekdayFrom,
  weekdayOf,
} from './xnys-dates';

/** Whole days on which the exchange stayed shut though no holiday was due. */
const SPECIAL_CLOSURES: ReadonlySet<number> = new Set(
  [
    '1972-12-28', // mourning for Harry S. Truman
    '1973-01-25', // mourning for Lyndon B. Johnson
    '1977-07-14', // the city without electricity
    '1985-09-27', // hurricane Gloria
    '1994-04-27', // mourning for Richard Nixon
    '2001-09-11', // the attack on the World Trade Center, until the 14th
    '2001-09-12',
    '2001-09-13',
    '2001-09-14',
    '2004-06-11', // mourning for Ronald Reagan
    '2007-01-02', // mourning for Gerald Ford
    '2012-10-29', // hurricane Sandy, until the 30th
    '2012-10-30',
    '2018-12-05', // mourning for George H. W. Bush
    '2025-01-09', // mourning for Jimmy Carter
  ].map((date) => Date.parse(date)),
);

/** Whether the exchange is shut all day on a date from 1970 on: weekends, holidays, special closures. */
export function isXnysClosed(date: number, holidays: ReadonlySet<number>): boolean {
  const weekday = weekdayOf(date);
  return weekday === SATURDAY || weekday === SUNDAY || holidays.has(date) || SPECIAL_CLOSURES.has(date);
}

/**
 * The dates on which the exchange observes the holidays of a year, from 1970 on. One that falls on a Saturday is kept the
 * Friday before, one on a Sunday the Monday after; but nothing makes up for a Saturday when the Friday before is
 * the last trading day of its month, on which books are closed (New Year's Day, Memorial Day of 1970).
 */
export function xnysHolidays(year: number): ReadonlySet<number> {
  const holidays = [
    observed(dateOf(year, 1, 1)),
    // Washington's Birthday and Memorial Day moved to Mondays with the Uniform Monday Holiday Act, in force from 1971.
    year >= 1971 ? weekdayFrom(year, 2, 15, MONDAY) : observed(dateOf(year, 2, 22)),
    easterSunday(year) - 2 * DAY_MILLISECONDS,
    year >= 1971 ? lastWeekday(year, 5, MONDAY) : observed(dateOf(year, 5, 30)),
    observed(dateOf(year, 7, 4)),
    weekdayFrom(year, 9, 1, MONDAY),
    thanksgiving(year),
    observed(dateOf(year, 12, 25)),
  ];
  if (year >= 1998) holidays.push(weekdayFrom(year, 1, 15, MONDAY)); // Martin Luther King Jr.
  if (year >= 2022) holidays.push(observed(dateOf(year, 6, 19))); // Juneteenth
  const isPresidentialElection = year % 4 === 0 && year <= 1980;
  if (isPresidentialElection) holidays.push(weekdayFrom(year, 11, 2, TUESDAY));
  return new Set(holidays);
}

export function thanksgiving(year: number): number {
  return weekdayFrom(year, 11, 22, THURSDAY);
}

function observed(date: number): number {
  const weekday = weekdayOf(date);
  if (weekday === SUNDAY) return date + DAY_MILLISECONDS;
  if (weekday !== SATURDAY) return date;
  const friday = date - DAY_MILLISECONDS;
  return monthOf(friday) === monthOf(friday + 3 * DAY_MILLISECONDS) ? friday : date;
}

function monthOf(date: number): number {
  return new Date(date).getUTCMonth();
}
