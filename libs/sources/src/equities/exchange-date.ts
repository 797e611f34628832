import { formatDate, parseDate } from '#engine/market/parse-time';
import { SourceFailure } from '../source-failure';

/** In the year 5138; what is later is no time of a price. */
const LATEST_SECONDS = 1e11;

/** The date (00:00 UTC, in ms) that it is at an exchange at a unix time in seconds; throws a SourceFailure where that is no time. */
export type ExchangeDate = (seconds: number) => number;

/** By the exchange's time zone; by its distance from UTC of today where this machine does not know the zone. */
export function exchangeDate(timeZone: unknown, offsetSeconds: unknown): ExchangeDate {
  const format = formatOf(timeZone);
  const offset = typeof offsetSeconds === 'number' ? offsetSeconds : 0;
  return (seconds) => {
    if (!(Math.abs(seconds) < LATEST_SECONDS) || !(Math.abs(offset) < LATEST_SECONDS)) {
      throw new SourceFailure('malformed', `${seconds} is no unix time of a session`);
    }
    if (format) return dateIn(format, new Date(seconds * 1000));
    return parseDate(formatDate((seconds + offset) * 1000)) ?? NaN;
  };
}

function formatOf(timeZone: unknown): Intl.DateTimeFormat | undefined {
  if (typeof timeZone !== 'string') return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' });
  } catch {
    return undefined;
  }
}

function dateIn(format: Intl.DateTimeFormat, time: Date): number {
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(parts.get('year')!, parts.get('month')! - 1, parts.get('day'));
}
