import type { StoredClose } from '#domain/market-data/series/candle-writes';
import { medianOf } from '#engine/market/median';
import type { SourceCandle } from '#sources/exchanges/exchange-source';

/** Providers correct prices by less, and no split is smaller: a difference of logarithms. */
export const SAME_PRICE = 0.005;
/** A ratio that holds over fewer sessions may be chance. */
const LEAST_SESSIONS = 20;
/** Sessions in a row that decide by majority: a single corrected close is no other scale. */
const SESSIONS_IN_A_ROW = 3;

/**
 * How a provider's prices compare with the stored ones of the same sessions: equal, all in one ratio (`factor`: reported by
 * stored), or different without a common ratio, from the first session that differs (ms since 1970 UTC).
 */
export type PriceScale =
  | { readonly kind: 'same' }
  | { readonly kind: 'rescaled'; readonly factor: number }
  | { readonly kind: 'different'; readonly since: number; readonly sessions: number };

/** Both ascending by open time; sessions that only one of them has don't count. */
export function comparePriceScale(
  stored: readonly StoredClose[],
  candles: readonly SourceCandle[],
): PriceScale {
  const reported = new Map(candles.map(({ openTime, close }) => [openTime, Number(close)]));
  const compared = stored
    .filter(({ openTime }) => reported.has(openTime))
    .map(({ openTime, close }) => ({ openTime, ratio: Math.log(reported.get(openTime)! / close) }));
  const differing = compared.filter(({ ratio }) => Math.abs(ratio) >= SAME_PRICE);
  const isOff = (sessions: readonly { ratio: number }[]) =>
    2 * sessions.filter(({ ratio }) => Math.abs(ratio) >= SAME_PRICE).length > sessions.length;
  const lastRow = Math.max(0, compared.length - SESSIONS_IN_A_ROW);
  const rows = Array.from({ length: lastRow + 1 }, (_, row) => compared.slice(row, row + SESSIONS_IN_A_ROW));
  if (!rows.some(isOff)) return { kind: 'same' };
  const common = medianOf(compared.map(({ ratio }) => ratio));
  const isCommon = compared.every(({ ratio }) => Math.abs(ratio - common) < SAME_PRICE);
  if (isCommon && compared.length >= LEAST_SESSIONS) return { kind: 'rescaled', factor: Math.exp(common) };
  return { kind: 'different', since: differing[0].openTime, sessions: differing.length };
}
