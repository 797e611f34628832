import { DECIMAL_TEXT_RULE, isDecimalText, isPositiveDecimalText } from '../decimal/decimal-text';
import { INTERVALS, type Interval, isInterval } from './interval';
import { DATE_TIME_RULE, parseDateTime } from './parse-time';
import { hasAtMostCharacters, isPlainText } from './plain-text';

/** What a field of a request or a line must be. */
export interface FieldRule<T> {
  /** What is allowed, to follow the field's name: "must be …". */
  readonly rule: string;
  /** Converts the value that came in into the one that is used; undefined when it breaks the rule. */
  readonly read: (value: unknown) => T | undefined;
}

/** A name or a line of text: not empty, without control characters. */
export function textRule(maximumCharacters: number): FieldRule<string> {
  return {
    rule: `must be a text of 1 to ${maximumCharacters} characters without control characters`,
    read: (value) =>
      typeof value === 'string' &&
      value !== '' &&
      hasAtMostCharacters(value, maximumCharacters) &&
      isPlainText(value, { lineBreaks: false })
        ? value
        : undefined,
  };
}

export const DECIMAL: FieldRule<string> = {
  rule: `must be ${DECIMAL_TEXT_RULE}`,
  read: (value) => (isDecimalText(value) ? value : undefined),
};

export const POSITIVE_DECIMAL: FieldRule<string> = {
  rule: `${DECIMAL.rule}, above 0`,
  read: (value) => (isPositiveDecimalText(value) ? value : undefined),
};

/** Arrives as RFC 3339 text, is used as milliseconds since 1970 UTC. */
export const DATE_TIME: FieldRule<number> = {
  rule: `must be ${DATE_TIME_RULE}`,
  read: (value) => (typeof value === 'string' ? parseDateTime(value) : undefined),
};

export const INTERVAL: FieldRule<Interval> = {
  rule: `must be one of ${INTERVALS.join(', ')}`,
  read: (value) => (typeof value === 'string' && isInterval(value) ? value : undefined),
};
