import { DAY_MILLISECONDS } from './day';
import { newYorkOffset } from './new-york-clock';
import { dateOf } from './xnys-dates';
import { isXnysClosed, xnysHolidays } from './xnys-holidays';
import { xnysCloseOfDay, xnysEarlyCloses, xnysOpenOfDay } from './xnys-hours';

/** A trading day of the New York Stock Exchange; all in ms since 1970 UTC. */
export interface XnysSession {
  /** 00:00 UTC of the session's date, the open time of its daily candle. */
  readonly date: number;
  readonly open: number;
  /** The first instant after trading. */
  readonly close: number;
}

/** The years whose sessions are known: history to 2027, then today's rules, which a special closure can always break. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 2099;

const sessionsByYear = new Map<number, ReadonlyMap<number, XnysSession>>();

/**
 * The session on the UTC day of `time` (ms): the same day as in New York, for every hour at which the exchange is open.
 * Undefined on a day without one, and outside the years 1970 to 2099.
 *
 * Sessions are as scheduled, exact from 1990 on; before, as complete as the published lists of closings. Late openings and
 * interruptions on the day itself change nothing: the exchange was due to trade, so what it could not is missing.
 */
export function xnysSession(time: number): XnysSession | undefined {
  const date = Math.floor(time / DAY_MILLISECONDS) * DAY_MILLISECONDS;
  return sessionsOfYear(new Date(date).getUTCFullYear()).get(date);
}

/** The sessions whose date (00:00 UTC) lies in `from` (inclusive) to `to` (exclusive), oldest first. */
export function sessionsBetween(from: number, to: number): XnysSession[] {
  const sessions: XnysSession[] = [];
  const first = Math.max(from, dateOf(FIRST_YEAR, 1, 1));
  const end = Math.min(to, dateOf(LAST_YEAR + 1, 1, 1));
  if (!(first < end)) return sessions;
  const lastYear = new Date(end - 1).getUTCFullYear();
  for (let year = new Date(first).getUTCFullYear(); year <= lastYear; year++) {
    for (const session of sessionsOfYear(year).values()) {
      if (session.date >= first && session.date < end) sessions.push(session);
    }
  }
  return sessions;
}

/** Remembered, as each is requested again and again: 130 years make 33,000 sessions at most. */
function sessionsOfYear(year: number): ReadonlyMap<number, XnysSession> {
  const known = sessionsByYear.get(year);
  if (known) return known;
  const sessions = new Map<number, XnysSession>();
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) return sessions;
  const holidays = xnysHolidays(year);
  const earlyCloses = xnysEarlyCloses(year);
  const end = dateOf(year + 1, 1, 1);
  for (let date = dateOf(year, 1, 1); date < end; date += DAY_MILLISECONDS) {
    if (isXnysClosed(date, holidays)) continue;
    const midnight = date + newYorkOffset(date);
    const close = midnight + xnysCloseOfDay(date, earlyCloses);
    sessions.set(date, { date, open: midnight + xnysOpenOfDay(date), close });
  }
  sessionsByYear.set(year, sessions);
  return sessions;
}
