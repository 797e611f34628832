/** The loss from the highest value so far at each value, as a positive fraction of it; quantstats' `to_drawdown_series` with the sign turned. */
export function trackDrawdown(equity: Float64Array): Float64Array {
  const drawdown = new Float64Array(equity.length);
  let peak = -Infinity;
  for (let index = 0; index < equity.length; index++) {
    peak = Math.max(peak, equity[index]);
    drawdown[index] = peak > 0 ? 1 - equity[index] / peak : 0;
  }
  return drawdown;
}
