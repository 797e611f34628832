import { add, readDecimal, subtract, writeAllDecimalPlaces } from './exact-decimal';

const MOST_WHOLE_DIGITS = 20;
const MOST_DECIMAL_PLACES = 18;

/** Characters by their codes. */
const ZERO = 0x30;
const NINE = 0x39;
const POINT = 0x2e;

/** For schemas. Of a decimal below 1 not all digits are 0. */
export const POSITIVE_DECIMAL_PATTERN = '^([1-9]\\d{0,19}(\\.\\d{1,18})?|0\\.(?!0+$)\\d{1,18})$';

/** A decimal with a minus sign where it is negative. */
export const SIGNED_DECIMAL_PATTERN = '^-?(0|[1-9]\\d{0,19})(\\.\\d{1,18})?$';

export const DECIMAL_TEXT_RULE =
  'a decimal string such as "100.50": up to 20 digits, then optionally a point and up to 18 digits';

/**
 * Decimal numbers as text, the only form in which prices travel. A decimal has up to 20 digits before the point and up
 * to 18 after it, no sign, no exponent, no leading zero. Of millions of candles each number is checked: in less time
 * than a regular expression takes.
 */
export function isDecimalText(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const whole = endOfDigits(value, 0, MOST_WHOLE_DIGITS);
  if (whole === 0 || (whole > 1 && value.charCodeAt(0) === ZERO)) return false;
  if (whole === value.length) return true;
  if (value.charCodeAt(whole) !== POINT) return false;
  const end = endOfDigits(value, whole + 1, MOST_DECIMAL_PLACES);
  return end === value.length && end > whole + 1;
}

/** Where the digits from an index on end, or so many of them. */
function endOfDigits(text: string, start: number, most: number): number {
  const end = Math.min(text.length, start + most);
  for (let index = start; index < end; index++) {
    const character = text.charCodeAt(index);
    if (character < ZERO || character > NINE) return index;
  }
  return end;
}

export function isPositiveDecimalText(value: unknown): value is string {
  if (!isDecimalText(value)) return false;
  for (let index = 0; index < value.length; index++) if (value.charCodeAt(index) > ZERO) return true;
  return false;
}

/** Negative, zero or positive as `a` is below, equal to or above `b`: exact, without floats. */
export function compareDecimalText(a: string, b: string): number {
  const whole = wholeDigitsOf(a);
  const wholeOfB = wholeDigitsOf(b);
  if (whole !== wholeOfB) return whole - wholeOfB;
  if (a.length === b.length) return compareText(a, b);
  const digits = Math.max(a.length, b.length) - whole;
  return compareText(withFraction(a, digits), withFraction(b, digits));
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function wholeDigitsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? text.length : point;
}

function withFraction(text: string, digits: number): string {
  const whole = wholeDigitsOf(text);
  return `${text.slice(0, whole)}.${text.slice(whole + 1).padEnd(digits, '0')}`;
}

/** The exact sum, with as many digits after the point as the longer one has: "1.50" and "2" make "3.50". */
export function sumDecimalText(a: string, b: string): string {
  return writeAllDecimalPlaces(add(readDecimal(a), readDecimal(b)));
}

/** The exact difference, which may be negative, with as many digits after the point as the longer one has. */
export function subtractDecimalText(a: string, b: string): string {
  return writeAllDecimalPlaces(subtract(readDecimal(a), readDecimal(b)));
}

/** The shortest plain-notation text that reads back as the same double: 9.12e-7 becomes "0.000000912". */
export function toDecimalText(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text === '-0' ? '0' : text;
  const [, sign = '', lead = '', rest = '', exponentText = '0'] = match;
  const digits = lead + rest;
  const exponent = Number(exponentText);
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  return `${sign}${digits.padEnd(exponent + 1, '0')}`;
}
