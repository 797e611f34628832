import { DAY_MILLISECONDS } from '../calendar/day';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))?$/;

const PLAIN_FORM = '0000-00-00T00:00:00Z';
const SEPARATORS_AT = [4, 7, 10, 13, 16, 19];
const ZERO = 0x30;

const MINUTE_MILLISECONDS = 60_000;
/** 0001-01-01 and the last millisecond of 9999, as the four-digit years of the text form end there. */
const FIRST_TIME = -62_135_596_800_000;
const LAST_TIME = 253_402_300_799_999;

export const DATE_RULE = 'a date that exists, as YYYY-MM-DD';
export const DATE_TIME_RULE = 'an RFC 3339 date-time such as 2024-01-01T00:00:00Z (no offset means UTC)';

/**
 * Milliseconds since 1970 UTC of an RFC 3339 date-time in the years 1 to 9999, undefined where it is none. The offset may be missing and
 * means UTC then. A leap second is refused: no candle can open in one. Digits beyond milliseconds are cut off.
 */
export function parseDateTime(text: string): number | undefined {
  return readPlainDateTime(text) ?? readDateTime(text);
}

/** In the one form that most files have, 2024-01-01T00:00:00Z; undefined also for what another form allows. */
function readPlainDateTime(text: string): number | undefined {
  if (text.length !== PLAIN_FORM.length) return undefined;
  for (const index of SEPARATORS_AT) {
    if (text.charCodeAt(index) !== PLAIN_FORM.charCodeAt(index)) return undefined;
  }
  const century = twoDigits(text, 0);
  const year = twoDigits(text, 2);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  if (century < 0 || year < 0 || hour < 0 || minute < 0 || second < 0) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const date = toDate(century * 100 + year, twoDigits(text, 5), twoDigits(text, 8));
  return date === undefined ? undefined : date + hour * 3_600_000 + minute * 60_000 + second * 1000;
}

/** The number of two digits; −1 where they are none. */
function twoDigits(text: string, start: number): number {
  const tens = text.charCodeAt(start) - ZERO;
  const ones = text.charCodeAt(start + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

function readDateTime(text: string): number | undefined {
  const match = DATE_TIME.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHour, offsetMinute] = match;
  const date = toDate(Number(year), Number(month), Number(day));
  if (date === undefined) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (sign && (Number(offsetHour) > 23 || Number(offsetMinute) > 59)) return undefined;

  const minutes = Number(hour) * 60 + Number(minute);
  const offsetMinutes = sign ? Number(`${sign}1`) * (Number(offsetHour) * 60 + Number(offsetMinute)) : 0;
  const milliseconds = Number(second) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  const time = date + (minutes - offsetMinutes) * MINUTE_MILLISECONDS + milliseconds;
  return time >= FIRST_TIME && time <= LAST_TIME ? time : undefined;
}

/** The nanoseconds that parseDateTime cuts off a date-time, 0 to 999,999. */
export function nanosecondsCutOff(text: string): number {
  const fraction = DATE_TIME.exec(text)?.[7] ?? '';
  return Number(fraction.slice(3, 9).padEnd(6, '0'));
}

/** Milliseconds since 1970 UTC of the start of a `YYYY-MM-DD` in the years 1 to 9999, undefined where it is none. */
export function parseDate(text: string): number | undefined {
  const match = DATE.exec(text);
  return match ? toDate(Number(match[1]), Number(match[2]), Number(match[3])) : undefined;
}

/** UTC with `Z`, without a fraction where it is zero: `2024-01-01T00:00:00Z`. */
export function formatDateTime(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z');
}

/** The UTC day: `2024-01-01`. */
export function formatDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** After so many years the calendar repeats. */
const CYCLE_YEARS = 400;
const CYCLE_MILLISECONDS = 146_097 * DAY_MILLISECONDS;

/** Undefined where the calendar has no such day: Date would roll 30 February over into March. */
function toDate(year: number, month: number, day: number): number | undefined {
  if (year < 1 || month < 1 || month > 12 || day < 1) return undefined;
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (day > DAYS_OF_MONTHS[month - 1] + (month === 2 && isLeapYear ? 1 : 0)) return undefined;
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  return Date.UTC(year + CYCLE_YEARS, month - 1, day) - CYCLE_MILLISECONDS;
}

/** Below it an integer is seconds (until the year 5138), from it on milliseconds (since March 1973). */
const FIRST_UNIX_MILLISECONDS = 100_000_000_000;
const UNIX_TIME = /^\d+$/;
const MOST_UNIX_DIGITS = 15;

/** A time in a file, an RFC 3339 date-time or unix time, in milliseconds since 1970 UTC; undefined where it cannot be read. */
export function parseTimeText(text: string): number | undefined {
  if (text.length > MOST_UNIX_DIGITS || !UNIX_TIME.test(text)) return parseDateTime(text);
  const value = Number(text);
  return value < FIRST_UNIX_MILLISECONDS ? value * 1000 : value;
}
