import { seededRandom } from '../src/seeded-random';
import type { TradeFill } from '../src/trades/round-trip';

const UNIT_DECIMAL_PLACES = 12;

/** The least quantity that opens a position, in units. */
const OPENED = 2_000_000_000_000n;

/** A multiple of 1e-12 as text, with all zeros that it has. */
function unitsText(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(UNIT_DECIMAL_PLACES + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -UNIT_DECIMAL_PLACES)}.${digits.slice(-UNIT_DECIMAL_PLACES)}`;
}

/**
 * Fills that open, add to, reduce, close, reverse and miss a position by dust, with fees in the settlement currency, in the base
 * currency and in a third one, and rebates. The last one makes the position flat.
 */
export function randomFills(seed: number, count: number): TradeFill[] {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const upTo = (limit: number) => BigInt(1 + below(limit));
  let held = 0n;
  const add = (id: number, quantity: bigint, side: TradeFill['side'], isFeeless: boolean): TradeFill => {
    const kind = isFeeless ? 'none' : (['none', 'quote', 'base', 'apart'] as const)[below(4)];
    const fee = kind === 'base' ? quantity / 1000n : upTo(1e12) * 1000n;
    const signedFee = kind === 'none' ? 0n : below(5) === 0 ? -fee : fee;
    held += side === 'buy' ? quantity : -quantity;
    if (kind === 'base') held -= signedFee;
    return {
      id,
      side,
      price: unitsText(upTo(2 ** 53 - 1)),
      quantity: unitsText(quantity),
      fee: kind === 'apart' ? '0' : unitsText(signedFee),
      isBaseFee: kind === 'base',
      time: id * 1000,
      ...(kind === 'apart'
        ? { feeApart: { currency: below(2) ? 'BNB' : 'KCS', amount: unitsText(signedFee) } }
        : {}),
    };
  };
  const toClose = (): [bigint, TradeFill['side']] => [held < 0n ? -held : held, held < 0n ? 'buy' : 'sell'];
  const missByDust = (id: number): TradeFill => {
    const [size, side] = toClose();
    const fill = add(id, size + (below(2) ? 1n : -1n), side, true);
    held = 0n;
    return fill;
  };
  const fills = Array.from({ length: count - 1 }, (_, index) => {
    const [size, side] = toClose();
    const choice = size < OPENED ? 0 : below(10);
    if (choice === 1) return add(index + 1, size, side, true);
    if (choice === 2) return missByDust(index + 1);
    if (choice === 3) return add(index + 1, size + upTo(1e13), side, false);
    if (choice > 3 && choice < 7) return add(index + 1, (size * BigInt(1 + below(9))) / 10n, side, false);
    return add(index + 1, OPENED + upTo(9e12), below(2) ? 'buy' : 'sell', false);
  });
  const [size, side] = toClose();
  return size === 0n ? fills : [...fills, add(count, size, side, true)];
}
