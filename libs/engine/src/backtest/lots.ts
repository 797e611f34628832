import { type TradeLeg } from '../performance/trade';

/** A quantity bought or sold short in one fill and not yet given back. */
export interface Lot {
  readonly side: 1 | -1;
  readonly quantity: number;
  readonly entryIndex: number;
  readonly entryTime: number;
  readonly entryPrice: number;
  readonly entryFee: number;
  readonly entrySlippage: number;
  /** The account's funding per unit when the lot was opened. */
  readonly fundingBefore: number;
  readonly entryTag?: string;
  /** What was closed of it before. */
  readonly legs?: readonly TradeLeg[];
}

/** What two fills of one side opened, as one at their average price; it began with the first. */
export function mergeLots(one: Lot, other: Lot): Lot {
  const quantity = one.quantity + other.quantity;
  const average = (a: number, b: number) => (one.quantity * a + other.quantity * b) / quantity;
  return {
    ...one,
    quantity,
    entryPrice: average(one.entryPrice, other.entryPrice),
    entryFee: one.entryFee + other.entryFee,
    entrySlippage: one.entrySlippage + other.entrySlippage,
    fundingBefore: average(one.fundingBefore, other.fundingBefore),
  };
}

/** A part of what is held, and the rest. */
export function splitLot(lot: Lot, quantity: number): readonly [part: Lot, rest: Lot] {
  const share = quantity / lot.quantity;
  const part = {
    ...lot,
    quantity,
    entryFee: lot.entryFee * share,
    entrySlippage: lot.entrySlippage * share,
  };
  const rest = {
    ...lot,
    quantity: lot.quantity - quantity,
    entryFee: lot.entryFee - part.entryFee,
    entrySlippage: lot.entrySlippage - part.entrySlippage,
  };
  return [part, rest];
}
