import { HiddenMarkovModel, Observations } from './hidden-markov-model';

const LOG_TWO_PI = Math.log(2 * Math.PI);

/**
 * Writes ln N(x_t | mean_k, covariance_k) of each observation t and state k to [t × states + k]. False where a covariance is
 * not positive definite; nothing is promised of `into` then.
 */
export function writeLogDensities(
  model: HiddenMarkovModel,
  observations: Observations,
  into: Float64Array,
): boolean {
  const { states, dimensions, means, covariances } = model;
  const { length, values } = observations;
  const factor = new Float64Array(dimensions * dimensions);
  const residual = new Float64Array(dimensions);
  for (let state = 0; state < states; state++) {
    const logDeterminant = factorise(covariances, state, dimensions, factor);
    if (Number.isNaN(logDeterminant)) return false;
    const constant = -0.5 * (dimensions * LOG_TWO_PI + logDeterminant);
    for (let time = 0; time < length; time++) {
      let distance = 0;
      // Forward substitution: the squared length of factor⁻¹ (x - mean).
      for (let row = 0; row < dimensions; row++) {
        let rest = values[time * dimensions + row] - means[state * dimensions + row];
        for (let column = 0; column < row; column++) {
          rest -= factor[row * dimensions + column] * residual[column];
        }
        rest /= factor[row * dimensions + row];
        residual[row] = rest;
        distance += rest * rest;
      }
      into[time * states + state] = constant - 0.5 * distance;
    }
  }
  return true;
}

/** Cholesky's lower factor of one state's covariance; answers ln det, NaN where it is not positive definite. */
function factorise(
  covariances: Float64Array,
  state: number,
  dimensions: number,
  factor: Float64Array,
): number {
  let logDeterminant = 0;
  for (let row = 0; row < dimensions; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = covariances[(state * dimensions + row) * dimensions + column];
      for (let inner = 0; inner < column; inner++) {
        sum -= factor[row * dimensions + inner] * factor[column * dimensions + inner];
      }
      if (row > column) factor[row * dimensions + column] = sum / factor[column * dimensions + column];
      else if (sum > 0) {
        factor[row * dimensions + row] = Math.sqrt(sum);
        logDeterminant += Math.log(sum);
      } else return NaN;
    }
  }
  return logDeterminant;
}
