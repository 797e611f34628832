/** An exchange may still be at work on a candle that has just ended. */
export const CLOSING_GRACE_MILLISECONDS = 2_000;

/**
 * The open time (ms since 1970 UTC) of the newest candle that has closed by a time of its exchange's clock; -Infinity by
 * -Infinity, an unknown time.
 */
export function newestClosed(exchangeTime: number, intervalMilliseconds: number): number {
  const ended = Math.floor((exchangeTime - CLOSING_GRACE_MILLISECONDS) / intervalMilliseconds);
  return (ended - 1) * intervalMilliseconds;
}
