/**
 * A bar's volume times the position of its close, -1 at the low to 1 at the high; 0 for a bar without a range (TA-Lib's
 * convention).
 */
export function moneyFlowVolume(high: number, low: number, close: number, volume: number): number {
  const range = high - low;
  return range > 0 ? ((close - low - (high - close)) / range) * volume : 0;
}
