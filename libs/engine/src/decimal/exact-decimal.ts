/** A decimal number, exact and signed, of as many digits as it takes: units / 10 ** decimalPlaces. */
export interface ExactDecimal {
  readonly units: bigint;
  /** How many of the digits are after the point. */
  readonly decimalPlaces: number;
}

export const ZERO: ExactDecimal = { units: 0n, decimalPlaces: 0 };

/** More digits than a double has, of every ratio above 1e-36. */
const RATIO_DECIMAL_PLACES = 54;

/** Reads plain notation: "-0.50". */
export function readDecimal(text: string): ExactDecimal {
  const [whole, fraction = ''] = text.split('.') as [string, string?];
  return { units: BigInt(whole + fraction), decimalPlaces: fraction.length };
}

/** In plain notation, without zeros at the end: "-0.5". */
export function writeDecimal(value: ExactDecimal): string {
  return trimZeros(writeAllDecimalPlaces(value));
}

/** Without the zeros at the end of a fraction: "0.50" is "0.5", "100.00" is "100". */
export function trimZeros(text: string): string {
  if (!text.includes('.')) return text;
  let end = text.length;
  while (text[end - 1] === '0') end--;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

/** In plain notation with all its decimal places: "-0.50". */
export function writeAllDecimalPlaces({ units, decimalPlaces }: ExactDecimal): string {
  if (decimalPlaces === 0) return String(units);
  const text = String(units < 0n ? -units : units).padStart(decimalPlaces + 1, '0');
  return `${units < 0n ? '-' : ''}${text.slice(0, -decimalPlaces)}.${text.slice(-decimalPlaces)}`;
}

/** The exact sum, of as many decimal places as the longer one has. */
export function add(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  const decimalPlaces = Math.max(a.decimalPlaces, b.decimalPlaces);
  return { units: unitsAt(a, decimalPlaces) + unitsAt(b, decimalPlaces), decimalPlaces };
}

/** The exact sum of plain notations, in plain notation: "0.1" and "-0.35" are "-0.25". */
export function sumDecimals(texts: readonly string[]): string {
  return writeDecimal(texts.map(readDecimal).reduce(add, ZERO));
}

/** The exact difference, of as many decimal places as the longer one has. */
export function subtract(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  const decimalPlaces = Math.max(a.decimalPlaces, b.decimalPlaces);
  return { units: unitsAt(a, decimalPlaces) - unitsAt(b, decimalPlaces), decimalPlaces };
}

/** The exact product. */
export function multiply(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  return { units: a.units * b.units, decimalPlaces: a.decimalPlaces + b.decimalPlaces };
}

/** The quotient, rounded to `decimalPlaces` digits after the point, half to even. Throws a RangeError for a divisor of 0. */
export function divide(a: ExactDecimal, b: ExactDecimal, decimalPlaces: number): ExactDecimal {
  const shift = decimalPlaces + b.decimalPlaces - a.decimalPlaces;
  const dividend = shift > 0 ? a.units * powerOfTen(shift) : a.units;
  const divisor = shift < 0 ? b.units * powerOfTen(-shift) : b.units;
  const quotient = dividend / divisor;
  const twiceRest = magnitude(2n * (dividend % divisor));
  const away = twiceRest - magnitude(divisor);
  if (away < 0n || (away === 0n && quotient % 2n === 0n)) return { units: quotient, decimalPlaces };
  return { units: dividend < 0n === divisor < 0n ? quotient + 1n : quotient - 1n, decimalPlaces };
}

export function negate({ units, decimalPlaces }: ExactDecimal): ExactDecimal {
  return { units: -units, decimalPlaces };
}

export function absolute({ units, decimalPlaces }: ExactDecimal): ExactDecimal {
  return { units: magnitude(units), decimalPlaces };
}

/** Negative, zero or positive as `a` is below, equal to or above `b`. */
export function compare(a: ExactDecimal, b: ExactDecimal): -1 | 0 | 1 {
  const { units } = subtract(a, b);
  if (units === 0n) return 0;
  return units < 0n ? -1 : 1;
}

/** The ratio as a double; null for a divisor of 0. */
export function ratioOf(dividend: ExactDecimal, divisor: ExactDecimal): number | null {
  return divisor.units === 0n ? null : Number(writeDecimal(divide(dividend, divisor, RATIO_DECIMAL_PLACES)));
}

function unitsAt({ units, decimalPlaces }: ExactDecimal, wanted: number): bigint {
  return wanted === decimalPlaces ? units : units * powerOfTen(wanted - decimalPlaces);
}

function magnitude(units: bigint): bigint {
  return units < 0n ? -units : units;
}

const POWERS_OF_TEN = Array.from({ length: 128 }, (_, exponent) => 10n ** BigInt(exponent));

function powerOfTen(exponent: number): bigint {
  return POWERS_OF_TEN[exponent] ?? 10n ** BigInt(exponent);
}
