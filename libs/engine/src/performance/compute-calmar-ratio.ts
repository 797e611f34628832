/** Annual growth / largest drawdown; null when either is undefined or nothing was lost. */
export function computeCalmarRatio(cagr: number | null, maxDrawdown: number): number | null {
  return cagr === null || maxDrawdown === 0 ? null : cagr / maxDrawdown;
}
