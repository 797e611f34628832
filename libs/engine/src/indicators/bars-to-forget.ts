/** A tenth of 1e-9, since a seed may be off by several times the size that the values have later. */
const FORGOTTEN_SHARE = 1e-10;

/**
 * Bars after which a chain of smoothings has next to nothing left of what it was begun with. Each smoothing keeps its
 * share of what it holds at every bar and takes the rest from the one before it, so that the last one keeps the most. Counted
 * by doubling, since a search counts them for each of thousands of combinations.
 */
export function barsToForget(...keptShares: readonly number[]): number {
  // One that keeps nothing passes on all it gets.
  const shares = keptShares.filter((kept) => kept > 0);
  if (shares.length === 0) return 0;
  const begun = shares.map(() => 1);
  // steps[k] is what 2^k bars do.
  const steps = [barOf(shares)];
  let held = apply(steps[0], begun);
  while (held.at(-1)! > FORGOTTEN_SHARE) {
    held = apply(steps.at(-1)!, held);
    steps.push(twice(steps.at(-1)!));
  }
  let most = begun;
  let bars = 0;
  for (let power = steps.length - 1; power >= 0; power--) {
    const after = apply(steps[power], most);
    if (!(after.at(-1)! > FORGOTTEN_SHARE)) continue;
    most = after;
    bars += 2 ** power;
  }
  return bars + 1;
}

/** What a smoothing holds after a span of bars, by what each of the chain held before it. */
type Span = readonly (readonly number[])[];

function barOf(shares: readonly number[]): Span {
  const rows: number[][] = [];
  for (const [index, kept] of shares.entries()) {
    const taken = index === 0 ? shares.map(() => 0) : rows[index - 1].map((part) => part * (1 - kept));
    taken[index] += kept;
    rows.push(taken);
  }
  return rows;
}

function apply(span: Span, held: readonly number[]): number[] {
  return span.map((parts) => parts.reduce((sum, part, index) => sum + part * held[index], 0));
}

function twice(span: Span): Span {
  return span.map((parts) =>
    parts.map((_, column) => parts.reduce((sum, part, index) => sum + part * span[index][column], 0)),
  );
}
