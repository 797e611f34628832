import { formatDate, parseDate } from '#engine/market/parse-time';

/** The date (00:00 UTC, in ms) that it is at an exchange at a unix time in seconds. */
export type ExchangeDate = (seconds: number) => number;

/** By the exchange's time zone; by its distance from UTC of today where this machine does not know the zone. */
export function exchangeDate(timeZone: unknown, offsetSeconds: unknown): ExchangeDate {
  const format = formatOf(timeZone);
  if (format) return (seconds) => dateIn(format, new Date(seconds * 1000));
  const offset = typeof offsetSeconds === 'number' ? offsetSeconds : 0;
  return (seconds) => parseDate(formatDate((seconds + offset) * 1000))!;
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
