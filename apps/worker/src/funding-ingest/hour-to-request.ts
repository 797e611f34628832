const HOUR_MILLISECONDS = 3_600_000;
/** Exchanges tell a payment some seconds after the full hour at which they made it. */
const SETTLING_MILLISECONDS = 60_000;

/** When the scheduler asks: as soon as `hourToAsk` has gone on. */
export const HOURLY_PATTERN = '1 * * * *';

/** The last full hour whose payments an exchange can be expected to tell. */
export function hourToRequest(now: number): Date {
  return new Date(Math.floor((now - SETTLING_MILLISECONDS) / HOUR_MILLISECONDS) * HOUR_MILLISECONDS);
}
