import { intervalSeconds, type Interval } from '#engine/market/interval';

const CONFIRMED_WITHIN_MILLISECONDS = 2 * 60_000;

/**
 * Where nobody says whether a candle is final (`is_closed` is null), it has closed when it opens before this: one that was
 * written a moment before its end and never again. A feed confirms its last candle within these two minutes; what it has
 * not confirmed by then is unconfirmed (unconfirmed-candles).
 */
export function closedBefore(interval: Interval, now = Date.now()): Date {
  return new Date(lastClosedTime(interval, now) - CONFIRMED_WITHIN_MILLISECONDS);
}

/** Whether a row of `candlesticks` has closed; the time, such as $2, is `closedBefore` of its series' interval. */
export function hasClosed(time: string): string {
  return `coalesce(is_closed, open_time < ${time})`;
}

/** The last open time, in milliseconds, whose candle is over by the clock. */
export function lastClosedTime(interval: Interval, now = Date.now()): number {
  return now - intervalSeconds(interval) * 1000;
}

/** What is stored as `is_closed` by a writer who may not know; `closedUpTo` is the last open time whose candle is over. */
export function closedMark(
  isClosed: boolean | undefined,
  openTime: number,
  closedUpTo: number,
): boolean | null {
  return isClosed ?? (openTime <= closedUpTo ? true : null);
}

/** SQL: the digits of a row of `candlesticks`, as they are stored. */
export const CANDLE_TEXT = `concat_ws(' ', open::text, high::text, low::text, close::text, volume::text)`;
