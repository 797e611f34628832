import type { Contract, TradeFill } from '../src/trades/round-trip';

/** One unit of the base currency, bought and sold for the quote currency. */
export const SPOT: Contract = { multiplier: '1', isInverse: false };

/** Signed quantity (negative is a sale), and price. */
export type Execution = readonly [quantity: string, price: string];

/** Fills of ids 1, 2, …, ten minutes apart from 1970 on. */
export function fillsOf(
  executions: readonly Execution[],
  extra: Partial<TradeFill> | ((index: number) => Partial<TradeFill>) = {},
): TradeFill[] {
  return executions.map(([quantity, price], index) => ({
    id: index + 1,
    side: quantity.startsWith('-') ? 'sell' : 'buy',
    price,
    quantity: quantity.replace('-', ''),
    fee: '0',
    isBaseFee: false,
    time: index * 600_000,
    ...(typeof extra === 'function' ? extra(index) : extra),
  }));
}

/** The other side of every execution. */
export function mirrored(executions: readonly Execution[]): Execution[] {
  return executions.map(([quantity, price]) => [
    quantity.startsWith('-') ? quantity.slice(1) : `-${quantity}`,
    price,
  ]);
}
