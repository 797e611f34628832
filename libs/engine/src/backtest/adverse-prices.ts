import { MAINTENANCE_MARGIN_RATE } from './execution';

/**
 * Where an isolated position has lost its margin but for the maintenance margin:
 * long entry × (1 - 1/leverage + m), short entry × (1 + 1/leverage - m), with m = 0.005.
 */
export function liquidationPrice(side: 1 | -1, entryPrice: number, leverage: number): number {
  return entryPrice * (1 - side * (1 / leverage - MAINTENANCE_MARGIN_RATE));
}

/** Where an isolated position has lost all of its margin, and somebody else takes it over. */
export function takeOverPrice(side: 1 | -1, entryPrice: number, leverage: number): number {
  return entryPrice * (1 - side / leverage);
}

/**
 * Where closing all that is held leaves nothing: cash / (|quantity| × (1 + fee)) for a short; for a long, which owes
 * something with leverage or unpaid funding only, -cash / (quantity × (1 - fee)), else a price at or below 0.
 */
export function bankruptcyPrice(
  { cash, quantity }: { readonly cash: number; readonly quantity: number },
  feeRate: number,
): number {
  return -cash / (quantity * (1 - Math.sign(quantity) * feeRate));
}
