/** A Julian year, as backtesting.py counts elapsed time for its CAGR. */
export const SECONDS_PER_YEAR = 365.25 * 86_400;
const SHORTEST_SECONDS = 86_400;

/**
 * Compound annual growth rate: (final / initial)^(1 / years) - 1, years being elapsed seconds / 365.25 days.
 * -1 when nothing is left; null over less than a day, where annualising says nothing, or when it exceeds any number.
 */
export function computeCagr(
  initialEquity: number,
  finalEquity: number,
  elapsedSeconds: number,
): number | null {
  if (finalEquity <= 0) return -1;
  if (elapsedSeconds < SHORTEST_SECONDS) return null;
  const rate = (finalEquity / initialEquity) ** (SECONDS_PER_YEAR / elapsedSeconds) - 1;
  return Number.isFinite(rate) ? rate : null;
}
