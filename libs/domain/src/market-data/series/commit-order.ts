/** A write that reached before a series' newest candle: what it changed lies in this span. All in milliseconds since 1970 UTC. */
export interface LateSpan {
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
  readonly committedAt: number;
}

/**
 * Gives each candle the time of the last late write whose span covers it, and orders the candles by that time, then by open
 * time. Candles are ascending; one that no span covers is left out.
 */
export function inCommitOrder<Candle extends { readonly openTime: number }>(
  candles: readonly Candle[],
  spans: readonly LateSpan[],
): (Candle & { readonly committedAt: number })[] {
  // The newest write first, so that each candle is reached once: `next` leads past those that were reached before.
  const next = Array.from({ length: candles.length + 1 }, (_, index) => index);
  const unreachedFrom = (index: number): number => {
    let unreached = index;
    while (next[unreached] !== unreached) unreached = next[unreached] = next[next[unreached]];
    return unreached;
  };
  const ordered: (Candle & { readonly committedAt: number })[] = [];
  for (const { first, last, committedAt } of [...spans].sort((a, b) => b.committedAt - a.committedAt)) {
    let index = unreachedFrom(firstIndexFrom(candles, first));
    while (index < candles.length && candles[index].openTime <= last) {
      ordered.push({ ...candles[index], committedAt });
      next[index] = index + 1;
      index = unreachedFrom(index + 1);
    }
  }
  return ordered.sort((a, b) => a.committedAt - b.committedAt || a.openTime - b.openTime);
}

/** The index of the first candle that opens at a time or later. */
function firstIndexFrom(candles: readonly { readonly openTime: number }[], time: number): number {
  let [low, high] = [0, candles.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (candles[middle].openTime < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
