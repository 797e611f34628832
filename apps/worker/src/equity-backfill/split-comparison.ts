import type { StoredClose, StoredSplit } from '#domain/equities/equity-actions';
import type { SourceCandle } from '#sources/exchanges/exchange-source';

export interface SplitChange {
  readonly isSame: boolean;
  /** All splits together come to the same, only their dates are others. */
  readonly isMoved: boolean;
  /** Those told that were not known. */
  readonly added: readonly StoredSplit[];
}

export function compareSplits(known: readonly StoredSplit[], told: readonly StoredSplit[]): SplitChange {
  const added = told.filter((split) => !known.some((other) => isSameSplit(split, other)));
  const product = (splits: readonly StoredSplit[]) =>
    splits.reduce((sum, split) => sum + Math.log(ratioOf(split)), 0);
  return {
    isSame: added.length === 0 && known.length === told.length,
    isMoved: Math.abs(product(known) - product(told)) < 1e-9,
    added,
  };
}

/** Providers correct prices by less, and no split is smaller. */
const SAME_PRICE = 0.005;

/** Whether a price is still told as it was stored, or on another scale; undefined where it is not told. */
export function isSameClose(
  { openTime, close }: StoredClose,
  candles: readonly SourceCandle[],
): boolean | undefined {
  const told = candles.find((candle) => candle.openTime === openTime);
  return told && Math.abs(Math.log(close / Number(told.close))) < SAME_PRICE;
}

/**
 * Whether stored prices and the provider's are the same in the sessions before splits: nearer than half a split's ratio,
 * as providers differ in cents. False where there is nothing to compare.
 */
export function agreesBefore(
  splits: readonly StoredSplit[],
  storedBefore: readonly StoredClose[],
  candles: readonly SourceCandle[],
): boolean {
  const closes = new Map(candles.map(({ openTime, close }) => [openTime, Number(close)]));
  return (
    splits.length > 0 &&
    splits.every((split) => {
      const stored = storedBefore.find(({ exDate }) => exDate === split.exDate);
      const told = stored && closes.get(stored.openTime);
      if (!told) return false;
      return Math.abs(Math.log(stored.close / told)) < Math.abs(Math.log(ratioOf(split))) / 2;
    })
  );
}

function ratioOf({ numerator, denominator }: StoredSplit): number {
  return Number(numerator) / Number(denominator);
}

function isSameSplit(one: StoredSplit, other: StoredSplit): boolean {
  return one.exDate === other.exDate && ratioOf(one) === ratioOf(other);
}
