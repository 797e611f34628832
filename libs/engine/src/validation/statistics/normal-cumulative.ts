/** Φ(-39) is below the smallest double. */
const FARTHEST = 39;
/** Where the series begins to lose digits of the tail and the fraction needs few terms. */
const TAIL_FROM = 3;
const FRACTION_TERMS = 120;

/**
 * Φ(x), the probability that a standard normal value is at most x. Good to 1e-15 absolutely, and in the lower tail to
 * about 1e-12 of its value. NaN for NaN.
 *
 * In the middle ½ + φ(x) × (x + x³/3 + x⁵/(3·5) + …), in the tails Laplace's continued fraction
 * φ(x) / (x + 1/(x + 2/(x + 3/(x + …)))).
 *
 * Source: G. Marsaglia, Evaluating the Normal Distribution, Journal of Statistical Software 11(4) (2004).
 */
export function normalCumulative(x: number): number {
  if (x > TAIL_FROM) return 1 - upperTail(x);
  if (x < -TAIL_FROM) return upperTail(-x);
  let term = x;
  let sum = x;
  for (let odd = 3; Math.abs(term) > Number.EPSILON * Math.abs(sum); odd += 2) {
    term *= (x * x) / odd;
    sum += term;
  }
  return 0.5 + density(x) * sum;
}

function upperTail(x: number): number {
  if (x > FARTHEST) return 0;
  let fraction = x;
  for (let term = FRACTION_TERMS; term >= 1; term--) fraction = x + term / fraction;
  return density(x) / fraction;
}

function density(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
}
