import { type HiddenMarkovModel, type Observations } from './hidden-markov-model';

const LOG_TWO_PI = Math.log(2 * Math.PI);

/**
 * Writes ln N(x_t | mean_k, covariance_k) of each observation t and state k to [t × states + k]. False where a covariance is
 * not positive definite; nothing is promised of `into` then.
 */
export function writeLogDensities(
  model: HiddenMarkovModel,
  { length, dimensions, values }: Observations,
  into: Float64Array,
): boolean {
  const { states, means } = model;
  // With one dimension the second value is the first one again, and its weight 0.
  const second = dimensions - 1;
  for (let state = 0; state < states; state++) {
    const factor = factorise(model, state);
    if (factor === null) return false;
    const { constant, first, across, second: secondWeight } = factor;
    const firstMean = means[state * dimensions];
    const secondMean = means[state * dimensions + second];
    for (let time = 0; time < length; time++) {
      const at = time * dimensions;
      // Forward substitution: the squared length of factor⁻¹ (x - mean).
      const one = (values[at] - firstMean) * first;
      const two = (values[at + second] - secondMean - across * one) * secondWeight;
      into[time * states + state] = constant - 0.5 * (one * one + two * two);
    }
  }
  return true;
}

interface DensityFactor {
  /** The density's logarithm at the mean. */
  readonly constant: number;
  /** Of Cholesky's lower factor of the covariance: the inverse diagonal, and what is below it. */
  readonly first: number;
  readonly second: number;
  readonly across: number;
}

/** Null where the covariance is not positive definite. */
function factorise({ dimensions, covariances }: HiddenMarkovModel, state: number): DensityFactor | null {
  const from = state * dimensions * dimensions;
  const variance = covariances[from];
  if (!(variance > 0)) return null;
  const first = 1 / Math.sqrt(variance);
  if (dimensions === 1) {
    return { constant: -0.5 * (LOG_TWO_PI + Math.log(variance)), first, second: 0, across: 0 };
  }
  const across = covariances[from + 2] * first;
  const rest = covariances[from + 3] - across * across;
  if (!(rest > 0)) return null;
  const constant = -LOG_TWO_PI - 0.5 * (Math.log(variance) + Math.log(rest));
  return { constant, first, second: 1 / Math.sqrt(rest), across };
}
