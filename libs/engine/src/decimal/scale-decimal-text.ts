import { divide, multiply, readDecimal, writeDecimal } from './exact-decimal';

/** A ratio of two decimals as text, each above 0: 3 and 2 for three for two. */
export interface DecimalRatio {
  readonly numerator: string;
  readonly denominator: string;
}

/** The exact product of two decimals as text, of as many digits as it takes. */
export function multiplyDecimalText(a: string, b: string): string {
  return writeDecimal(multiply(readDecimal(a), readDecimal(b)));
}

/**
 * A decimal times a ratio, without zeros at the end; rounded to `decimalPlaces` digits after the point, half to even, where it
 * would have more of them. Nothing is rounded on the way.
 */
export function scaleDecimalText(value: string, ratio: DecimalRatio, decimalPlaces: number): string {
  const product = multiply(readDecimal(value), readDecimal(ratio.numerator));
  return writeDecimal(divide(product, readDecimal(ratio.denominator), decimalPlaces));
}
