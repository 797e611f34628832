import { isPositiveDecimalText } from '#engine/decimal/decimal-text';
import { parseDate } from '#engine/market/parse-time';
import { decimalOf } from '../decimal-of';
import { SourceFailure } from '../source-failure';

/** `path` is how a message calls the value, after the provider's name: `yahoo: chart.result`. */
export function recordAt(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new SourceFailure('malformed', `${path} is no object`);
}

export function listAt(value: unknown, path: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new SourceFailure('malformed', `${path} is no list`);
}

export function textAt(value: unknown, path: string): string {
  if (typeof value === 'string') return value;
  throw new SourceFailure('malformed', `${path} is no text`);
}

export function numberAt(value: unknown, path: string): number {
  if (typeof value === 'number') return value;
  throw new SourceFailure('malformed', `${path} is no number`);
}

/** As text, above 0. */
export function positiveDecimalAt(value: unknown, path: string): string {
  const text = decimalOf(value);
  if (isPositiveDecimalText(text)) return text;
  throw new SourceFailure('malformed', `${path} is no number above 0`);
}

/** The date, as YYYY-MM-DD, with which a text begins. */
export function dateAt(value: unknown, path: string): string {
  const date = typeof value === 'string' ? value.slice(0, 10) : '';
  if (parseDate(date) !== undefined) return date;
  throw new SourceFailure('malformed', `${path} is no date`);
}
