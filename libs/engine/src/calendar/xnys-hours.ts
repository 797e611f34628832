import { DAY_MILLISECONDS } from './day';
import { dateOf, THURSDAY, weekdayOf } from './xnys-dates';
import { thanksgiving } from './xnys-holidays';

const MINUTE_MILLISECONDS = 60_000;
const at = (hour: number, minute: number) => (hour * 60 + minute) * MINUTE_MILLISECONDS;

/** Regular hours in New York, latest first; the dates are the first days of the new hours. */
const OPENS = [
  { from: dateOf(1985, 9, 30), time: at(9, 30) },
  { from: -Infinity, time: at(10, 0) },
];
const CLOSES = [
  { from: dateOf(1974, 10, 1), time: at(16, 0) },
  { from: dateOf(1970, 5, 4), time: at(15, 30) },
  { from: -Infinity, time: at(15, 0) },
];

/**
 * Early closes that were announced ahead and follow no rule. Storms, broken machines and the circuit breaker of 27 October
 * 1997 are none.
 */
const SPECIAL_CLOSES: ReadonlyMap<number, number> = new Map([
  ...entries(at(14, 0), ['1974-12-24', '1975-12-24']),
  // After the crash, for the back offices to catch up.
  ...entries(at(14, 0), ['1987-10-23', '1987-10-26', '1987-10-27', '1987-10-28', '1987-10-29', '1987-10-30']),
  ...entries(at(14, 30), ['1987-11-02', '1987-11-03', '1987-11-04']),
  ...entries(at(15, 0), ['1987-11-05', '1987-11-06']),
  ...entries(at(15, 30), ['1987-11-09', '1987-11-10', '1987-11-11']),
  ...entries(at(13, 0), ['1997-12-26', '1999-12-31', '2003-12-26']),
]);

/** When trading starts on a session's date: ms since midnight in New York. */
export function xnysOpenOfDay(date: number): number {
  return regular(OPENS, date);
}

/** When trading ends on a session's date: ms since midnight in New York. */
export function xnysCloseOfDay(date: number, earlyCloses: ReadonlyMap<number, number>): number {
  return SPECIAL_CLOSES.get(date) ?? earlyCloses.get(date) ?? regular(CLOSES, date);
}

/**
 * The early closes by rule of a year, date to ms since midnight in New York: 13:00, until 1992 14:00. Some fall on days
 * without a session and mean nothing there.
 */
export function xnysEarlyCloses(year: number): ReadonlyMap<number, number> {
  const closes = new Map<number, number>();
  const time = year >= 1993 ? at(13, 0) : at(14, 0);
  if (year >= 1990) closes.set(dateOf(year, 12, 24), time);
  if (year >= 1992) closes.set(thanksgiving(year) + DAY_MILLISECONDS, time);
  if (year >= 1995) closes.set(independenceEarlyClose(year), time);
  return closes;
}

/** The eve of Independence Day; until 2012 a holiday on a Thursday shortened the Friday after it instead. */
function independenceEarlyClose(year: number): number {
  const holiday = dateOf(year, 7, 4);
  const afterwards = weekdayOf(holiday) === THURSDAY && year < 2013;
  return afterwards ? holiday + DAY_MILLISECONDS : holiday - DAY_MILLISECONDS;
}

function regular(hours: readonly { readonly from: number; readonly time: number }[], date: number): number {
  return hours.find(({ from }) => date >= from)!.time;
}

function entries(time: number, dates: readonly string[]): [number, number][] {
  return dates.map((date) => [Date.parse(date), time]);
}
