/** Value of all fills / mean equity; null when there is no equity on average. */
export function computeTurnover(tradedValue: number, meanEquity: number | null): number | null {
  return meanEquity === null || meanEquity <= 0 ? null : tradedValue / meanEquity;
}
