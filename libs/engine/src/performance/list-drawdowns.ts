export interface DrawdownSpell {
  /** Opens of the bars at the peak, at the deepest point and at the recovery, in ms; null while it has not recovered. */
  readonly peakTime: number;
  readonly troughTime: number;
  readonly recoveryTime: number | null;
  /** A positive fraction of the peak. */
  readonly depth: number;
  /** From the peak to the recovery, or to the last bar. */
  readonly bars: number;
}

/**
 * The falls of an equity curve from a peak until it is at it again, deepest first, at most `limit`; ties in the order of
 * time. `openTime` in ms, one per value of equity. The deepest one's depth is computeDrawdown's maximum.
 */
export function listDrawdowns(equity: Float64Array, openTime: Float64Array, limit: number): DrawdownSpell[] {
  const spells: DrawdownSpell[] = [];
  let index = 0;
  while (index < equity.length) {
    const peak = index;
    let trough = peak;
    index++;
    while (index < equity.length && equity[index] < equity[peak]) {
      if (equity[index] < equity[trough]) trough = index;
      index++;
    }
    if (trough === peak) continue;
    const recovered = index < equity.length;
    spells.push({
      peakTime: openTime[peak],
      troughTime: openTime[trough],
      recoveryTime: recovered ? openTime[index] : null,
      depth: 1 - equity[trough] / equity[peak],
      bars: (recovered ? index : index - 1) - peak,
    });
  }
  return spells.sort((a, b) => b.depth - a.depth).slice(0, limit);
}
