import { INTERVALS, intervalSeconds } from '#engine/market/interval';

/** SQL: the intervals with their lengths in seconds. */
export const STORED_INTERVALS = `(values ${INTERVALS.map(
  (interval) => `('${interval}', ${intervalSeconds(interval)})`,
).join(', ')}) as known (interval, seconds)`;
