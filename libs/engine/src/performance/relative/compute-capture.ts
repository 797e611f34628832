export type Market = 'up' | 'down';

/**
 * Of the periods in which the benchmark rose (or fell): the annualised return over the benchmark's, each compounded and
 * annualised by the number of those periods. 1: as much as the benchmark; below 0: the opposite. Null without such
 * periods, or where a year's return exceeds any number. Returns are fractions per period, of the same periods.
 *
 * Source: Morningstar's upside and downside capture ratios; as empyrical's `up_capture` and `down_capture`.
 */
export function computeCapture(
  returns: Float64Array,
  benchmarkReturns: Float64Array,
  market: Market,
  periodsPerYear: number,
): number | null {
  let growth = 1;
  let benchmarkGrowth = 1;
  let count = 0;
  for (let index = 0; index < returns.length; index++) {
    const benchmark = benchmarkReturns[index];
    if (market === 'up' ? benchmark > 0 : benchmark < 0) {
      growth *= 1 + returns[index];
      benchmarkGrowth *= 1 + benchmark;
      count++;
    }
  }
  if (count === 0) return null;
  const capture =
    (Math.max(0, growth) ** (periodsPerYear / count) - 1) / (benchmarkGrowth ** (periodsPerYear / count) - 1);
  return Number.isFinite(capture) ? capture : null;
}
