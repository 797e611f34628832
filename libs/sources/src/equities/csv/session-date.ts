import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { parseDate, parseTimeText } from '#engine/market/parse-time';

/** A date, alone or as midnight of whatever time zone: programs write both for a session. */
const DATE_OR_MIDNIGHT = /^(\d{4}-\d{2}-\d{2})(?:[Tt ]00:00:00(?:\.0+)?(?:[Zz]|[+-]\d{2}:\d{2})?)?$/;
const UNIX_TIME = /^\d{1,15}$/;

export const SESSION_DATE_RULE =
  "must be a session's date as YYYY-MM-DD, alone or with the time 00:00:00, or the unix time of its midnight UTC";

/**
 * The date of a session as a file writes it, in milliseconds since 1970 UTC; undefined where it is none. A time of the day
 * is refused: candles of hours or minutes would all fall on one day and only the last of them be left.
 */
export function parseSessionDate(text: string): number | undefined {
  const dated = DATE_OR_MIDNIGHT.exec(text);
  if (dated) return parseDate(dated[1]);
  const time = UNIX_TIME.test(text) ? parseTimeText(text) : undefined;
  return time !== undefined && time % DAY_MILLISECONDS === 0 ? time : undefined;
}
