/** A decimal number, exact and signed, of as many digits as it takes: units / 10 ** places. */
export interface ExactDecimal {
  readonly units: bigint;
  /** How many of the digits are after the point. */
  readonly places: number;
}

export const ZERO: ExactDecimal = { units: 0n, places: 0 };

/** More digits than a double has, of every ratio above 1e-36. */
const RATIO_PLACES = 54;

/** Reads plain notation: "-0.50". */
export function readDecimal(text: string): ExactDecimal {
  const [whole, fraction = ''] = text.split('.') as [string, string?];
  return { units: BigInt(whole + fraction), places: fraction.length };
}

/** In plain notation, without zeros at the end: "-0.5". */
export function writeDecimal(value: ExactDecimal): string {
  return trimZeros(writeAllPlaces(value));
}

/** Without the zeros at the end of a fraction: "0.50" is "0.5", "100.00" is "100". */
export function trimZeros(text: string): string {
  if (!text.includes('.')) return text;
  let end = text.length;
  while (text[end - 1] === '0') end--;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

/** In plain notation with all its places: "-0.50". */
export function writeAllPlaces({ units, places }: ExactDecimal): string {
  if (places === 0) return String(units);
  const text = String(units < 0n ? -units : units).padStart(places + 1, '0');
  return `${units < 0n ? '-' : ''}${text.slice(0, -places)}.${text.slice(-places)}`;
}

/** The exact sum, of as many places as the longer one has. */
export function add(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  const places = Math.max(a.places, b.places);
  return { units: unitsAt(a, places) + unitsAt(b, places), places };
}

/** The exact difference, of as many places as the longer one has. */
export function subtract(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  const places = Math.max(a.places, b.places);
  return { units: unitsAt(a, places) - unitsAt(b, places), places };
}

/** The exact product. */
export function multiply(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  return { units: a.units * b.units, places: a.places + b.places };
}

/** The quotient, rounded to `places` digits after the point, half to even. Throws a RangeError for a divisor of 0. */
export function divide(a: ExactDecimal, b: ExactDecimal, places: number): ExactDecimal {
  const shift = places + b.places - a.places;
  const dividend = shift > 0 ? a.units * powerOfTen(shift) : a.units;
  const divisor = shift < 0 ? b.units * powerOfTen(-shift) : b.units;
  const quotient = dividend / divisor;
  const twiceRest = magnitude(2n * (dividend % divisor));
  const away = twiceRest - magnitude(divisor);
  if (away < 0n || (away === 0n && quotient % 2n === 0n)) return { units: quotient, places };
  return { units: dividend < 0n === divisor < 0n ? quotient + 1n : quotient - 1n, places };
}

export function negate({ units, places }: ExactDecimal): ExactDecimal {
  return { units: -units, places };
}

export function absolute({ units, places }: ExactDecimal): ExactDecimal {
  return { units: magnitude(units), places };
}

/** Negative, zero or positive as `a` is below, equal to or above `b`. */
export function compare(a: ExactDecimal, b: ExactDecimal): -1 | 0 | 1 {
  const { units } = subtract(a, b);
  if (units === 0n) return 0;
  return units < 0n ? -1 : 1;
}

/** The ratio as a double; null for a divisor of 0. */
export function ratioOf(dividend: ExactDecimal, divisor: ExactDecimal): number | null {
  return divisor.units === 0n ? null : Number(writeDecimal(divide(dividend, divisor, RATIO_PLACES)));
}

function unitsAt({ units, places }: ExactDecimal, wanted: number): bigint {
  return wanted === places ? units : units * powerOfTen(wanted - places);
}

function magnitude(units: bigint): bigint {
  return units < 0n ? -units : units;
}

const POWERS_OF_TEN = Array.from({ length: 128 }, (_, exponent) => 10n ** BigInt(exponent));

function powerOfTen(exponent: number): bigint {
  return POWERS_OF_TEN[exponent] ?? 10n ** BigInt(exponent);
}
