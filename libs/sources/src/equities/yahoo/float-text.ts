import { toDecimalText } from '#engine/decimal/decimal-text';

/** Nine digits distinguish any two floats of 32 bits. */
const MOST_DIGITS = 9;

/**
 * The shortest decimal that means the same float of 32 bits: 150.02999877929688 is how 150.03 looks after it was one. A
 * number that never was one is written as it is.
 */
export function floatText(value: number): string {
  if (Math.fround(value) !== value) return toDecimalText(value);
  for (let digits = 1; digits < MOST_DIGITS; digits++) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return toDecimalText(shorter);
  }
  return toDecimalText(Number(value.toPrecision(MOST_DIGITS)));
}
