import { intervalSeconds, type Interval } from '#engine/market/interval';

const CONFIRMED_WITHIN_MILLISECONDS = 2 * 60_000;

/**
 * Candles that open before this have closed, whatever they say: one that was written a moment before its end and never again
 * stays marked as open. A feed confirms its last candle within these two minutes; a later correction is followed.
 */
export function closedBefore(interval: Interval, now = Date.now()): Date {
  return new Date(now - intervalSeconds(interval) * 1000 - CONFIRMED_WITHIN_MILLISECONDS);
}

/** Whether a row of `candlesticks` has closed; the time, such as $2, is `closedBefore` of its series' interval. */
export function hasClosed(time: string): string {
  return `(is_closed or open_time < ${time})`;
}

/** SQL: the digits of a row of `candlesticks`, as they are stored. */
export const CANDLE_TEXT = `concat_ws(' ', open::text, high::text, low::text, close::text, volume::text)`;
