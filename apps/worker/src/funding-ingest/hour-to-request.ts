const HOUR_MILLISECONDS = 3_600_000;
/** Exchanges report a payment some seconds after the full hour at which they made it. */
const SETTLING_MILLISECONDS = 60_000;

/** When the scheduler requests: as soon as `hourToRequest` is the next hour. */
export const HOURLY_PATTERN = '1 * * * *';

/** The last full hour whose payments an exchange can be expected to report. */
export function hourToRequest(now: number): Date {
  return new Date(Math.floor((now - SETTLING_MILLISECONDS) / HOUR_MILLISECONDS) * HOUR_MILLISECONDS);
}
