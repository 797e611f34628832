/**
 * Downside deviation per period: √(mean(min(return - minimum, 0)²)), every return counted in the denominator, those
 * above the minimum too. Null without returns.
 *
 * Source: F. Sortino and L. Price, Performance Measurement in a Downside Risk Framework, Journal of Investing (1994).
 */
export function computeDownsideDeviation(returns: Float64Array, minimumReturn = 0): number | null {
  if (returns.length === 0) return null;
  let squares = 0;
  for (let index = 0; index < returns.length; index++) {
    const shortfall = returns[index] - minimumReturn;
    if (shortfall < 0) squares += shortfall * shortfall;
  }
  return Math.sqrt(squares / returns.length);
}
