import { add, readDecimal, subtract, writeAllDecimalPlaces } from './exact-decimal';

/**
 * Decimal numbers as text, the only form in which prices travel. A decimal has up to 20 digits before the point and up
 * to 18 after it, no sign, no exponent, no leading zero.
 */
const DECIMAL_TEXT = /^(0|[1-9]\d{0,19})(\.\d{1,18})?$/;

/** For schemas. Of a decimal below 1 not all digits are 0. */
export const POSITIVE_DECIMAL_PATTERN = '^([1-9]\\d{0,19}(\\.\\d{1,18})?|0\\.(?!0+$)\\d{1,18})$';

/** A decimal with a minus sign where it is negative. */
export const SIGNED_DECIMAL_PATTERN = '^-?(0|[1-9]\\d{0,19})(\\.\\d{1,18})?$';

export const DECIMAL_TEXT_RULE =
  'a decimal string such as "100.50": up to 20 digits, then optionally a point and up to 18 digits';

export function isDecimalText(value: unknown): value is string {
  return typeof value === 'string' && DECIMAL_TEXT.test(value);
}

export function isPositiveDecimalText(value: unknown): value is string {
  // The smallest decimal, 1e-18, is far above the smallest double.
  return isDecimalText(value) && Number(value) > 0;
}

/** Negative, zero or positive as `a` is below, equal to or above `b`: exact, without floats. */
export function compareDecimalText(a: string, b: string): number {
  // Rounding to doubles keeps the order, so only what rounds to the same double needs its digits compared.
  const [aRounded, bRounded] = [Number(a), Number(b)];
  if (aRounded < bRounded) return -1;
  if (aRounded > bRounded) return 1;
  const [aWhole, aFraction = ''] = a.split('.') as [string, string?];
  const [bWhole, bFraction = ''] = b.split('.') as [string, string?];
  if (aWhole.length !== bWhole.length) return aWhole.length - bWhole.length;
  if (aWhole !== bWhole) return aWhole < bWhole ? -1 : 1;
  const digits = Math.max(aFraction.length, bFraction.length);
  const aPadded = aFraction.padEnd(digits, '0');
  const bPadded = bFraction.padEnd(digits, '0');
  if (aPadded === bPadded) return 0;
  return aPadded < bPadded ? -1 : 1;
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
