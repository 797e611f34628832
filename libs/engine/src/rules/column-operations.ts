/**
 * Arithmetic and comparisons on whole columns. A column has one number per bar, or a single one that applies to every
 * bar (a constant). Each operation is a loop of its own: a function called per bar would cost more than its work. So
 * would a branch that a processor cannot foresee, hence `Number(a > b)` and not `a > b ? 1 : 0`.
 */

export const ARITHMETIC_OPERATORS = ['add', 'sub', 'mul', 'div', 'min', 'max'] as const;
export type ArithmeticOperator = (typeof ARITHMETIC_OPERATORS)[number];

export const FUNCTION_NAMES = ['abs', 'log', 'sqrt', 'neg'] as const;
export type FunctionName = (typeof FUNCTION_NAMES)[number];

/** The others are these with their sides changed. */
export type ComparisonOperator = 'gt' | 'gte' | 'eq' | 'crosses_above';

type Column = Float64Array | Uint8Array;

/** Anded to an index it leaves the index of a full column as it is and turns that of a constant into 0. */
function indexMask(column: Column): number {
  return column.length === 1 ? 0 : -1;
}

/** Writes `left operator right` into `result`. A division by zero has no value; `min` and `max` of nothing are nothing. */
export function applyArithmetic(
  operator: ArithmeticOperator,
  left: Float64Array,
  right: Float64Array,
  result: Float64Array,
): void {
  const l = indexMask(left);
  const r = indexMask(right);
  const { length } = result;
  switch (operator) {
    case 'add':
      for (let bar = 0; bar < length; bar++) result[bar] = left[bar & l] + right[bar & r];
      return;
    case 'sub':
      for (let bar = 0; bar < length; bar++) result[bar] = left[bar & l] - right[bar & r];
      return;
    case 'mul':
      for (let bar = 0; bar < length; bar++) result[bar] = left[bar & l] * right[bar & r];
      return;
    case 'div':
      for (let bar = 0; bar < length; bar++) {
        const divisor = right[bar & r];
        result[bar] = divisor === 0 ? NaN : left[bar & l] / divisor;
      }
      return;
    case 'min':
      for (let bar = 0; bar < length; bar++) result[bar] = Math.min(left[bar & l], right[bar & r]);
      return;
    case 'max':
      for (let bar = 0; bar < length; bar++) result[bar] = Math.max(left[bar & l], right[bar & r]);
      return;
  }
}

/** Writes the function of each value into `result`. The logarithm is natural; of zero, as of less, there is none. */
export function applyFunction(name: FunctionName, values: Float64Array, result: Float64Array): void {
  const { length } = result;
  switch (name) {
    case 'abs':
      for (let bar = 0; bar < length; bar++) result[bar] = Math.abs(values[bar]);
      return;
    case 'log':
      for (let bar = 0; bar < length; bar++) result[bar] = values[bar] > 0 ? Math.log(values[bar]) : NaN;
      return;
    case 'sqrt':
      for (let bar = 0; bar < length; bar++) result[bar] = Math.sqrt(values[bar]);
      return;
    case 'neg':
      for (let bar = 0; bar < length; bar++) result[bar] = -values[bar];
      return;
  }
}

/** Writes 1 where the comparison holds, else 0: also wherever a side, or for a cross the side's value before, is NaN. */
export function applyComparison(
  operator: ComparisonOperator,
  left: Float64Array,
  right: Float64Array,
  result: Uint8Array,
): void {
  const l = indexMask(left);
  const r = indexMask(right);
  const { length } = result;
  switch (operator) {
    case 'gt':
      for (let bar = 0; bar < length; bar++) result[bar] = Number(left[bar & l] > right[bar & r]);
      return;
    case 'gte':
      for (let bar = 0; bar < length; bar++) result[bar] = Number(left[bar & l] >= right[bar & r]);
      return;
    case 'eq':
      for (let bar = 0; bar < length; bar++) result[bar] = Number(left[bar & l] === right[bar & r]);
      return;
    case 'crosses_above': {
      let below = 0;
      for (let bar = 0; bar < length; bar++) {
        const leftValue = left[bar & l];
        const rightValue = right[bar & r];
        result[bar] = below & Number(leftValue > rightValue);
        below = Number(leftValue <= rightValue);
      }
      return;
    }
  }
}

/** Writes 1 where each of the last `bars` steps went up (`direction` 1) or down (-1), else 0. */
export function applyTrend(values: Float64Array, bars: number, direction: 1 | -1, result: Uint8Array): void {
  let steps = 0;
  if (result.length > 0) result[0] = 0;
  for (let bar = 1; bar < result.length; bar++) {
    steps = (steps + 1) * Number((values[bar] - values[bar - 1]) * direction > 0);
    result[bar] = Number(steps >= bars);
  }
}

/** Keeps a 1 in `result` where `other` has one too. */
export function keepBoth(result: Uint8Array, other: Uint8Array): void {
  const o = indexMask(other);
  for (let bar = 0; bar < result.length; bar++) result[bar] &= other[bar & o];
}

/** Puts a 1 into `result` where `other` has one. */
export function addOther(result: Uint8Array, other: Uint8Array): void {
  const o = indexMask(other);
  for (let bar = 0; bar < result.length; bar++) result[bar] |= other[bar & o];
}

/** Writes 1 for each 0 and 0 for each 1. */
export function applyNot(flags: Uint8Array, result: Uint8Array): void {
  for (let bar = 0; bar < result.length; bar++) result[bar] = flags[bar] ^ 1;
}
