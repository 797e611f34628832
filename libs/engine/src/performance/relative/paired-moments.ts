/** Means, and sums of squared deviations from them, of returns beside those of a benchmark over the same periods. */
export interface PairedMoments {
  readonly count: number;
  readonly mean: number;
  readonly squares: number;
  readonly benchmarkMean: number;
  readonly benchmarkSquares: number;
  /** Σ (return − mean) (benchmark return − its mean). */
  readonly products: number;
  /** Of return − benchmark return: a column of its own, since a difference of the others' sums would lose its digits. */
  readonly activeMean: number;
  readonly activeSquares: number;
}

export const NO_MOMENTS: PairedMoments = {
  count: 0,
  mean: 0,
  squares: 0,
  benchmarkMean: 0,
  benchmarkSquares: 0,
  products: 0,
  activeMean: 0,
  activeSquares: 0,
};

export function momentsOf(returns: Float64Array, benchmarkReturns: Float64Array): PairedMoments {
  let moments = NO_MOMENTS;
  for (let index = 0; index < returns.length; index++) {
    moments = mergeMoments(moments, momentsOfOne(returns[index], benchmarkReturns[index]));
  }
  return moments;
}

export function momentsOfOne(value: number, benchmark: number): PairedMoments {
  return {
    ...NO_MOMENTS,
    count: 1,
    mean: value,
    benchmarkMean: benchmark,
    activeMean: value - benchmark,
  };
}

/**
 * The moments of two samples together. Nothing is ever subtracted from a sum, so nothing cancels out: what does not vary
 * has squares of exactly 0.
 *
 * Source: T. F. Chan, G. H. Golub, R. J. LeVeque, Algorithms for Computing the Sample Variance, The American Statistician
 * (1983), and the same with a product in place of a square.
 */
export function mergeMoments(one: PairedMoments, other: PairedMoments): PairedMoments {
  if (one.count === 0) return other;
  if (other.count === 0) return one;
  const count = one.count + other.count;
  const share = other.count / count;
  const weight = one.count * share;
  const step = other.mean - one.mean;
  const benchmarkStep = other.benchmarkMean - one.benchmarkMean;
  const activeStep = other.activeMean - one.activeMean;
  return {
    count,
    mean: one.mean + step * share,
    squares: one.squares + other.squares + step * step * weight,
    benchmarkMean: one.benchmarkMean + benchmarkStep * share,
    benchmarkSquares: one.benchmarkSquares + other.benchmarkSquares + benchmarkStep * benchmarkStep * weight,
    products: one.products + other.products + step * benchmarkStep * weight,
    activeMean: one.activeMean + activeStep * share,
    activeSquares: one.activeSquares + other.activeSquares + activeStep * activeStep * weight,
  };
}

/** A variance per period below this is rounding. */
const NO_VARIANCE = 1e-24;

/** Whether deviations whose squares sum up to this are more than rounding; false with fewer than 2 of them. */
export function varies(squares: number, count: number): boolean {
  return count >= 2 && squares / (count - 1) >= NO_VARIANCE;
}

/** Sample standard deviation (n − 1 in the denominator); null with fewer than 2 values. */
export function deviationOf(squares: number, count: number): number | null {
  return count < 2 ? null : Math.sqrt(squares / (count - 1));
}
