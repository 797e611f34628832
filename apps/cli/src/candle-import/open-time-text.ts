import type { Interval } from '#engine/market/interval';
import { parseDate, parseDateTime } from '#engine/market/parse-time';

/** Below it an integer is seconds (until the year 5138), from it on milliseconds (since March 1973). */
const FIRST_UNIX_MILLISECONDS = 100_000_000_000;
const UNIX_TIME = /^\d{1,15}$/;

export const OPEN_TIME_RULE =
  'an RFC 3339 date-time (no offset means UTC), YYYY-MM-DD for candles of a day, or unix seconds or milliseconds';

/**
 * The opening time in a file, in milliseconds since 1970 UTC, undefined where it cannot be read. A date alone counts only for candles of a
 * day: in a file of shorter ones it would put all of a day's candles in one place.
 */
export function parseOpenTime(text: string, interval: Interval): number | undefined {
  if (UNIX_TIME.test(text)) {
    const value = Number(text);
    return value < FIRST_UNIX_MILLISECONDS ? value * 1000 : value;
  }
  return parseDateTime(text) ?? (interval === '1d' ? parseDate(text) : undefined);
}
