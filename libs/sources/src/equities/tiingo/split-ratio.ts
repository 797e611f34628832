import type { DecimalRatio } from '#engine/decimal/scale-decimal-text';

/** A factor of more digits than this is a fraction that does not end, cut off: 0.33333333 is a third. */
const EXACT_DIGITS = 5;
const LARGEST_TERM = 10_000;

/** What a split's factor, decimal text above 0, says as a ratio of whole numbers: 1.5 is 3 to 2, 0.1 is 1 to 10. */
export function splitRatio(factor: string): DecimalRatio {
  const [whole, fraction = ''] = factor.split('.') as [string, string?];
  const unit = 10n ** BigInt(fraction.length);
  const units = BigInt(whole + fraction);
  const simple = fraction.length > EXACT_DIGITS ? simplestNear(Number(factor), 1 / Number(unit)) : undefined;
  if (simple) return simple;
  const divisor = greatestDivisor(units, unit);
  return { numerator: String(units / divisor), denominator: String(unit / divisor) };
}

/** The ratio of the smallest terms within the tolerance. */
function simplestNear(value: number, tolerance: number): DecimalRatio | undefined {
  for (let denominator = 1; denominator <= LARGEST_TERM; denominator++) {
    const numerator = Math.round(value * denominator);
    if (numerator > 0 && Math.abs(numerator / denominator - value) <= tolerance) {
      return { numerator: String(numerator), denominator: String(denominator) };
    }
  }
  return undefined;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b);
}
