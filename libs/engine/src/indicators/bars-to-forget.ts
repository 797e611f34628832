/** A tenth of 1e-9, since a seed may be off by several times the size that the values have later. */
const FORGOTTEN_SHARE = 1e-10;

/**
 * Bars after which a chain of smoothings has next to nothing left of what it was begun with. Each smoothing keeps its
 * share of what it holds at every bar and takes the rest from the one before it.
 */
export function barsToForget(...keptShares: readonly number[]): number {
  // One that keeps nothing passes on all it gets.
  const shares = keptShares.filter((kept) => kept > 0);
  if (shares.length === 0) return 0;
  // A search counts this for each of thousands of combinations.
  if (shares.length === 1) return Math.ceil(Math.log(FORGOTTEN_SHARE) / Math.log(shares[0]));
  const remaining = new Float64Array(shares.length).fill(1);
  let bars = 0;
  for (let most = 1; most > FORGOTTEN_SHARE; bars++) {
    most = 0;
    for (let index = 0; index < shares.length; index++) {
      const kept = shares[index];
      remaining[index] *= kept;
      if (index > 0) remaining[index] += remaining[index - 1] * (1 - kept);
      if (remaining[index] > most) most = remaining[index];
    }
  }
  return bars;
}
