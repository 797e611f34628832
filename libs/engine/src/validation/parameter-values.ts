import { toDecimalText } from '../decimal/decimal-text';

export interface ParameterRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** How many values a range has, without making them; 0 unless step > 0 and min ≤ max. */
export function countRange({ min, max, step }: ParameterRange): number {
  if (!(step > 0 && min <= max)) return 0;
  const scaled = scale(min, max, step);
  return Number((scaled.max - scaled.min) / scaled.step) + 1;
}

/**
 * min, min + step, … up to max, as the decimals that were written: 0.1, 0.2, 0.3 and not 0.30000000000000004, and 0.3 is
 * in the range 0.1 to 0.3.
 */
export function valuesOfRange(range: ParameterRange): number[] {
  const { min, step, digits } = scale(range.min, range.max, range.step);
  return Array.from({ length: countRange(range) }, (_, index) =>
    Number(`${min + BigInt(index) * step}e-${digits}`),
  );
}

/** The three as whole multiples of 10^-digits. */
function scale(...numbers: [min: number, max: number, step: number]) {
  const texts = numbers.map(toDecimalText);
  const digits = Math.max(...texts.map((text) => (text.split('.')[1] ?? '').length));
  const [min, max, step] = texts.map((text) => {
    const [whole, fraction = ''] = text.split('.') as [string, string?];
    return BigInt(whole + fraction.padEnd(digits, '0'));
  }) as [bigint, bigint, bigint];
  return { min, max, step, digits };
}
