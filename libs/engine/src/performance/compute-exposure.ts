/** Share of the bars in which a position was held; null without bars. A bar left at its open does not count. */
export function computeExposure(heldBars: number, bars: number): number | null {
  return bars === 0 ? null : heldBars / bars;
}
