export interface SplitOfShares {
  /** The first session at the new price, YYYY-MM-DD. */
  readonly exDate: string;
  /** Shares after for each `denominator` before. */
  readonly numerator: number;
  readonly denominator: number;
}

export interface CashDividend {
  /** The first session without it, YYYY-MM-DD. */
  readonly exDate: string;
  readonly amount: number;
  /** The last close before the ex-date, adjusted for splits as the amount is; undefined where it is not known. */
  readonly closeBefore: number | undefined;
}

/** What prices before an ex-date are multiplied by, up to the session before it. */
export interface AdjustmentFactors {
  readonly exDate: string;
  /** Of prices as they were traded, to be as if every later split had been made before. */
  readonly splitFactor: number;
  /** Of prices adjusted for splits, to count later dividends in as if reinvested; undefined where a close is not known. */
  readonly totalReturnFactor: number | undefined;
}

/**
 * Cumulative factors by ex-date, ascending: splits as the product of denominator / numerator, dividends as that of
 * 1 − D / C, with C the last close before the ex-date (the method of the Center for Research in Security Prices, without
 * the interest between ex-date and payment). In doubles: they are figures for analysis, prices stay as they were reported.
 */
export function adjustmentFactors(
  splits: readonly SplitOfShares[],
  dividends: readonly CashDividend[],
): AdjustmentFactors[] {
  const exDates = [...new Set([...splits, ...dividends].map(({ exDate }) => exDate))].sort();
  const factors: AdjustmentFactors[] = [];
  let splitFactor = 1;
  let totalReturnFactor: number | undefined = 1;
  for (const exDate of exDates.reverse()) {
    for (const split of splits) {
      if (split.exDate === exDate) splitFactor *= split.denominator / split.numerator;
    }
    const paid = dividends.filter((dividend) => dividend.exDate === exDate);
    const kept = paid.length > 0 ? keptFraction(paid) : 1;
    totalReturnFactor =
      totalReturnFactor === undefined || kept === undefined ? undefined : totalReturnFactor * kept;
    factors.unshift({ exDate, splitFactor, totalReturnFactor });
  }
  return factors;
}

/** Of a share's value before; undefined where it is unknown, or where more was paid than the share was worth. */
function keptFraction(dividends: readonly CashDividend[]): number | undefined {
  const [{ closeBefore }] = dividends;
  if (closeBefore === undefined || !(closeBefore > 0)) return undefined;
  const kept = 1 - dividends.reduce((sum, { amount }) => sum + amount, 0) / closeBefore;
  return kept > 0 ? kept : undefined;
}
