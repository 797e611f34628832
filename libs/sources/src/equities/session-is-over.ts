import { xnysSession } from '#engine/calendar/xnys-sessions';

/** Until the prices of a close are the last ones: auctions end late, and providers are behind by up to a quarter of an hour. */
export const SETTLING_MILLISECONDS = 30 * 60_000;
/** Long after any session in New York. */
const UNKNOWN_CLOSE_MILLISECONDS = 30 * 3_600_000;

/** Whether the session of a date (00:00 UTC) is over, and its candle final; both in ms since 1970 UTC. */
export function sessionIsOver(date: number, now: number): boolean {
  const close = xnysSession(date)?.close ?? date + UNKNOWN_CLOSE_MILLISECONDS;
  return now >= close + SETTLING_MILLISECONDS;
}
