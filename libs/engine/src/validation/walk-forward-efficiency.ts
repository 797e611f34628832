import { computeCagr } from '../performance/compute-cagr';

/** What one stretch returned (a fraction), and how long it took from its first bar's open to its last one's. */
export interface TimedReturn {
  readonly totalReturn: number;
  readonly seconds: number;
}

/**
 * Annual return out of sample / annual return in sample, each of all windows together: their returns compounded, over the
 * sum of their times. Null when nothing was earned in sample, where the ratio's sign would mislead, or when either covers
 * less than a day.
 *
 * Source: R. Pardo, The Evaluation and Optimization of Trading Strategies (2008), chapter 11.
 */
export function walkForwardEfficiency(
  inSample: readonly TimedReturn[],
  outOfSample: readonly TimedReturn[],
): number | null {
  const trained = annualReturn(inSample);
  const tested = annualReturn(outOfSample);
  if (trained === null || tested === null || trained <= 0) return null;
  return tested / trained;
}

function annualReturn(stretches: readonly TimedReturn[]): number | null {
  const growth = stretches.reduce((product, { totalReturn }) => product * (1 + totalReturn), 1);
  return computeCagr(
    1,
    growth,
    stretches.reduce((sum, { seconds }) => sum + seconds, 0),
  );
}
