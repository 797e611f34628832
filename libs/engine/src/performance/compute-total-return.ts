/** final / initial - 1, a fraction: 0.12 is 12 %. */
export function computeTotalReturn(initialEquity: number, finalEquity: number): number {
  return finalEquity / initialEquity - 1;
}
