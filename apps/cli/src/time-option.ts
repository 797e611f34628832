import { InvalidArgumentError } from 'commander';
import { formatDate, parseDate, parseTimeText } from '#engine/market/parse-time';

const DAY_MILLISECONDS = 86_400_000;

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
