import {
  add,
  divide,
  type ExactDecimal,
  multiply,
  readDecimal,
  subtract,
  ZERO,
} from '../decimal/exact-decimal';
import { DIVIDED_DECIMAL_PLACES, type ValueOf } from './contract-value';
import type { TradeFill } from './round-trip';

/** A fill, or a share of one by quantity. The parts of a fill add up to it exactly. */
export interface FillPart {
  readonly fill: TradeFill;
  readonly price: ExactDecimal;
  /** As held, above 0: after a fee in the base currency. */
  readonly quantity: ExactDecimal;
  /** Of the quantity at the price, in the settlement currency. */
  readonly value: ExactDecimal;
  /** In the settlement currency; negative: a rebate. */
  readonly fee: ExactDecimal;
  /** Of the fee in a third currency. */
  readonly feeApart: ExactDecimal;
}

/**
 * The whole fill. A fee in the base currency takes from what a buy adds, and adds to what a sell takes; its value at the
 * fill's price is the fee. One that would leave nothing of the quantity is a fee alone: the quantity is held whole.
 */
export function wholePart(fill: TradeFill, valueOf: ValueOf): FillPart {
  const price = readDecimal(fill.price);
  const quantity = readDecimal(fill.quantity);
  const fee = readDecimal(fill.fee);
  const held = heldOf(fill, quantity, fee);
  return {
    fill,
    price,
    quantity: held,
    value: valueOf(held, price),
    fee: fill.isBaseFee ? valueOf(fee, price) : fee,
    feeApart: fill.feeApart ? readDecimal(fill.feeApart.amount) : ZERO,
  };
}

function heldOf(fill: TradeFill, quantity: ExactDecimal, fee: ExactDecimal): ExactDecimal {
  if (!fill.isBaseFee) return quantity;
  const held = fill.side === 'buy' ? subtract(quantity, fee) : add(quantity, fee);
  return held.units > 0n ? held : quantity;
}

/**
 * Splits a part in two: `quantity` of it, which must be below its own, and the rest. The first one's shares are rounded to 18
 * decimal places, half to even; the rest is what remains, so that both add up.
 */
export function splitPart(
  part: FillPart,
  quantity: ExactDecimal,
  valueOf: ValueOf,
): readonly [taken: FillPart, rest: FillPart] {
  const share = (amount: ExactDecimal) =>
    amount.units === 0n ? amount : divide(multiply(amount, quantity), part.quantity, DIVIDED_DECIMAL_PLACES);
  const taken: FillPart = {
    ...part,
    quantity,
    value: valueOf(quantity, part.price),
    fee: share(part.fee),
    feeApart: share(part.feeApart),
  };
  const rest: FillPart = {
    ...part,
    quantity: subtract(part.quantity, quantity),
    value: subtract(part.value, taken.value),
    fee: subtract(part.fee, taken.fee),
    feeApart: subtract(part.feeApart, taken.feeApart),
  };
  return [taken, rest];
}
