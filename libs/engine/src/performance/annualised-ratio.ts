/** Below this, the deviation is rounding and not risk. */
const NO_DEVIATION = 1e-12;

/**
 * Mean over sample standard deviation, both per period, × √(periods per year). Null where either is undefined or nothing
 * deviates.
 */
export function annualisedRatio(
  mean: number | null,
  deviation: number | null,
  periodsPerYear: number,
): number | null {
  if (mean === null || deviation === null || deviation < NO_DEVIATION) return null;
  return (mean / deviation) * Math.sqrt(periodsPerYear);
}
