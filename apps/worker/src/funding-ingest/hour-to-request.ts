const HOUR_MILLISECONDS = 3_600_000;
/** Exchanges report a payment some seconds after the full hour at which they made it. */
const SETTLING_MILLISECONDS = 60_000;

/** The last full hour whose payments an exchange can be expected to report. */
export function hourToRequest(now: number): Date {
  return new Date(Math.floor((now - SETTLING_MILLISECONDS) / HOUR_MILLISECONDS) * HOUR_MILLISECONDS);
}

/** When the hour after an `hourToRequest` can be requested. */
export function timeAfter(hour: Date): Date {
  return new Date(hour.getTime() + HOUR_MILLISECONDS + SETTLING_MILLISECONDS);
}
