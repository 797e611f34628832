import { divide, type ExactDecimal, multiply, readDecimal, subtract } from '../decimal/exact-decimal';
import type { Contract } from './round-trip';

/** Decimal places of what is divided: averages, shares of fees, values of inverse contracts. */
export const DIVIDED_DECIMAL_PLACES = 18;

/** Enough that an average of harmonic weights is right to 18 decimal places. */
const WEIGHT_DECIMAL_PLACES = 54;

/** The value of a quantity at a price, in the settlement currency. */
export type ValueOf = (quantity: ExactDecimal, price: ExactDecimal) => ExactDecimal;

/** Linear: quantity × price × multiplier, exact. Inverse: quantity × multiplier / price, to 18 decimal places, half to even. */
export function valuationOf({ multiplier, isInverse }: Contract): ValueOf {
  const factor = readDecimal(multiplier);
  return (quantity, price) => {
    const units = multiply(quantity, factor);
    return isInverse ? divide(units, price, DIVIDED_DECIMAL_PLACES) : multiply(units, price);
  };
}

/** What a quantity at a price adds to an average price: with the sum of these `averageOf` makes it. */
export function weightOf(quantity: ExactDecimal, price: ExactDecimal, { isInverse }: Contract): ExactDecimal {
  return isInverse ? divide(quantity, price, WEIGHT_DECIMAL_PLACES) : multiply(quantity, price);
}

/** The weight of what is left of a quantity at the same average. */
export function weightOfRest(
  weight: ExactDecimal,
  { quantity, rest }: { readonly quantity: ExactDecimal; readonly rest: ExactDecimal },
): ExactDecimal {
  return divide(multiply(weight, rest), quantity, WEIGHT_DECIMAL_PLACES);
}

/** An average price to 18 decimal places, half to even: arithmetic, or harmonic of an inverse contract. */
export function averageOf(
  quantity: ExactDecimal,
  weight: ExactDecimal,
  { isInverse }: Contract,
): ExactDecimal {
  return isInverse
    ? divide(quantity, weight, DIVIDED_DECIMAL_PLACES)
    : divide(weight, quantity, DIVIDED_DECIMAL_PLACES);
}

/** What is gained between an entry and its exit: a long gains where the value rises, and of an inverse contract where it falls. */
export function gainOf(trade: {
  readonly side: 'long' | 'short';
  readonly contract: Contract;
  readonly entryValue: ExactDecimal;
  readonly exitValue: ExactDecimal;
}): ExactDecimal {
  const isOfRise = (trade.side === 'long') !== trade.contract.isInverse;
  return isOfRise ? subtract(trade.exitValue, trade.entryValue) : subtract(trade.entryValue, trade.exitValue);
}
