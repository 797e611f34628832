/** A ratio of two decimals as text, each above 0: 3 and 2 for three for two. */
export interface DecimalRatio {
  readonly numerator: string;
  readonly denominator: string;
}

interface Units {
  readonly units: bigint;
  /** How many of the digits are after the point. */
  readonly digits: number;
}

/** The exact product of two decimals as text, of as many digits as it takes. */
export function multiplyDecimalText(a: string, b: string): string {
  const [left, right] = [unitsOf(a), unitsOf(b)];
  return textOf({ units: left.units * right.units, digits: left.digits + right.digits });
}

/**
 * A decimal times a ratio, without zeros at the end; rounded to `decimalPlaces` digits after the point, half to even, where it
 * would have more of them. Nothing is rounded on the way.
 */
export function scaleDecimalText(value: string, ratio: DecimalRatio, decimalPlaces: number): string {
  const [scaled, numerator, denominator] = [value, ratio.numerator, ratio.denominator].map(unitsOf);
  const dividend =
    scaled.units * numerator.units * 10n ** BigInt(denominator.digits) * 10n ** BigInt(decimalPlaces);
  const divisor = denominator.units * 10n ** BigInt(scaled.digits + numerator.digits);
  const quotient = dividend / divisor;
  const twiceRest = 2n * (dividend % divisor);
  const up = twiceRest > divisor || (twiceRest === divisor && quotient % 2n === 1n);
  return textOf({ units: up ? quotient + 1n : quotient, digits: decimalPlaces });
}

function unitsOf(text: string): Units {
  const [whole, fraction = ''] = text.split('.') as [string, string?];
  return { units: BigInt(whole + fraction), digits: fraction.length };
}

function textOf({ units, digits }: Units): string {
  if (digits === 0) return String(units);
  const text = String(units).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.?0+$/, '');
}
