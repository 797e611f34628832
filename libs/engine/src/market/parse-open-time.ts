import type { Interval } from './interval';
import { parseDate, parseTimeText } from './parse-time';

export const OPEN_TIME_RULE =
  'an RFC 3339 date-time (no offset means UTC), YYYY-MM-DD for candles of a day, or unix seconds or milliseconds';

/**
 * The opening time in a file, in milliseconds since 1970 UTC, undefined where it cannot be read. A date alone counts only for candles of a
 * day: in a file of shorter ones it would put all of a day's candles at one time.
 */
export function parseOpenTime(text: string, interval: Interval): number | undefined {
  return parseTimeText(text) ?? (interval === '1d' ? parseDate(text) : undefined);
}
