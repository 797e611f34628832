import { InvalidArgumentError } from 'commander';
import { DAY_MILLISECONDS } from '#engine/calendar/day';
import { formatDate, parseDate, parseTimeText } from '#engine/market/parse-time';

const CONTROL_CHARACTER = /\p{Cc}/u;

/** A parser of the name of an exchange or symbol, for commander: what the API accepts, kept as it is. */
export function nameWithin(maximumLength: number): (text: string) => string {
  return (text) => {
    const length = Array.from(text).length;
    if (length >= 1 && length <= maximumLength && !CONTROL_CHARACTER.test(text)) return text;
    throw new InvalidArgumentError(
      `It must have 1 to ${maximumLength} characters and no control characters.`,
    );
  };
}

/** A parser of an option's value, for commander. */
export function integerWithin(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value;
    throw new InvalidArgumentError(`It must be an integer from ${minimum} to ${maximum}.`);
  };
}

/** A parser of a bound of time, for commander: a date-time, a number, or a day, which is meant whole. Answers ms since 1970 UTC. */
export function timeOption(bound: 'first' | 'last'): (text: string) => number {
  return (text) => {
    const day = parseDate(text);
    const time =
      day === undefined ? parseTimeText(text) : bound === 'first' ? day : day + DAY_MILLISECONDS - 1;
    if (time !== undefined && time >= 0) return time;
    throw new InvalidArgumentError(
      `It must be a day such as ${formatDate(Date.now())}, an RFC 3339 date-time (no offset means UTC), or unix seconds or milliseconds, from 1970 on.`,
    );
  };
}
