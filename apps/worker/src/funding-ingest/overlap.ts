import { settlementTime } from '#engine/backtest/funding';

/** Payments that are requested again for each symbol: three intervals lie between the first and the last of them. */
export const OVERLAP_PAYMENTS = 4;
const SHORTEST_OVERLAP_MILLISECONDS = 86_400_000;

/**
 * From when on (ms) payments are requested: exchanges publish some late and correct others, so three intervals of the symbol
 * and at least a day are requested again, but nothing before the first payment that is stored. `newest` are the last
 * OVERLAP_PAYMENTS that are stored, newest first.
 */
export function overlapStart(newest: readonly Date[], first: Date): number {
  const stored = newest.map((time) => settlementTime(time.getTime()));
  const earliest = settlementTime(first.getTime());
  const threeIntervals = stored.length < OVERLAP_PAYMENTS ? earliest : stored[OVERLAP_PAYMENTS - 1];
  return Math.max(earliest, Math.min(threeIntervals, stored[0] - SHORTEST_OVERLAP_MILLISECONDS));
}
