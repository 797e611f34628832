/** An exchange may still change a candle this long after its end. */
export const CLOSING_GRACE_MILLISECONDS = 2_000;

/**
 * The open time (ms since 1970 UTC) of the newest candle that has closed by a time of its exchange's clock; -Infinity by
 * -Infinity, an unknown time.
 */
export function newestClosed(exchangeTime: number, intervalMilliseconds: number): number {
  const intervals = Math.floor((exchangeTime - CLOSING_GRACE_MILLISECONDS) / intervalMilliseconds);
  return (intervals - 1) * intervalMilliseconds;
}
