import type { ImpliedFactor, CloseBefore, StoredSplit } from '#domain/equities/equity-actions';
import type { SourceCandle } from '#sources/exchanges/exchange-source';
import { SAME_PRICE } from './price-scale';

export interface SplitChange {
  readonly isSame: boolean;
  /** All splits together come to the same, only their dates are others. */
  readonly isMoved: boolean;
  /** The splits come to what implied factors made of the stored prices before: they are in these already. */
  readonly isConfirmed: boolean;
  /** Those published that were not known. */
  readonly added: readonly StoredSplit[];
}

/** `implied`: factors that stored prices were multiplied by though no split was reported. */
export function compareSplits(
  known: readonly StoredSplit[],
  published: readonly StoredSplit[],
  implied: readonly ImpliedFactor[] = [],
): SplitChange {
  const added = published.filter((split) => !known.some((other) => isSameSplit(split, other)));
  const product = (splits: readonly StoredSplit[]) =>
    splits.reduce((sum, split) => sum + Math.log(ratioOf(split)), 0);
  const difference = product(published) - product(known);
  const impliedBefore = implied.reduce((sum, { factor }) => sum - Math.log(Number(factor)), 0);
  const isConfirmed = implied.length > 0 && Math.abs(difference - impliedBefore) < SAME_PRICE;
  return {
    isSame: added.length === 0 && known.length === published.length,
    isMoved: isConfirmed || Math.abs(difference) < 1e-9,
    isConfirmed,
    added,
  };
}

/** A stored close next to the published one of its session. */
export type CloseComparison = 'same' | 'different' | 'not published';

export function compareClose(
  { openTime, close }: CloseBefore,
  candles: readonly SourceCandle[],
): CloseComparison {
  const published = candles.find((candle) => candle.openTime === openTime);
  if (!published) return 'not published';
  return Math.abs(Math.log(close / Number(published.close))) < SAME_PRICE ? 'same' : 'different';
}

/**
 * Whether stored prices and the provider's are the same in the sessions before splits: nearer than half a split's ratio,
 * as providers differ in cents. False where there is nothing to compare.
 */
export function agreesBefore(
  splits: readonly StoredSplit[],
  storedBefore: readonly CloseBefore[],
  candles: readonly SourceCandle[],
): boolean {
  const closes = new Map(candles.map(({ openTime, close }) => [openTime, Number(close)]));
  return (
    splits.length > 0 &&
    splits.every((split) => {
      const stored = storedBefore.find(({ exDate }) => exDate === split.exDate);
      const published = stored && closes.get(stored.openTime);
      if (!published) return false;
      return Math.abs(Math.log(stored.close / published)) < Math.abs(Math.log(ratioOf(split))) / 2;
    })
  );
}

function ratioOf({ numerator, denominator }: StoredSplit): number {
  return Number(numerator) / Number(denominator);
}

function isSameSplit(one: StoredSplit, other: StoredSplit): boolean {
  return one.exDate === other.exDate && ratioOf(one) === ratioOf(other);
}
