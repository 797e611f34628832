/** A tenth of 1e-9, since a seed may be off by several times the size that the values have later. */
const FORGOTTEN_SHARE = 1e-10;

/**
 * Bars after which a chain of smoothings has next to nothing left of what it was begun with. Each smoothing keeps its
 * share of what it holds at every bar and takes the rest from the one before it.
 */
export function barsToForget(...keptShares: readonly number[]): number {
  // One that keeps nothing passes on all it gets.
  const shares = keptShares.filter((kept) => kept > 0);
  const remaining = shares.map(() => 1);
  let bars = 0;
  while (remaining.some((share) => share > FORGOTTEN_SHARE)) {
    bars++;
    shares.forEach((kept, index) => {
      remaining[index] *= kept;
      if (index > 0) remaining[index] += remaining[index - 1] * (1 - kept);
    });
  }
  return bars;
}
