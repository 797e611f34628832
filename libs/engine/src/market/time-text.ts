import { parseDateTime } from './parse-time';

/** Below it an integer is seconds (until the year 5138), from it on milliseconds (since March 1973). */
const FIRST_UNIX_MILLISECONDS = 100_000_000_000;
const UNIX_TIME = /^\d{1,15}$/;

/** A time in a file, an RFC 3339 date-time or unix time, in milliseconds since 1970 UTC; undefined where it cannot be read. */
export function parseTimeText(text: string): number | undefined {
  if (!UNIX_TIME.test(text)) return parseDateTime(text);
  const value = Number(text);
  return value < FIRST_UNIX_MILLISECONDS ? value * 1000 : value;
}
