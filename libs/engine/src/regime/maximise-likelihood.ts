import { type HiddenMarkovModel, type Observations } from './hidden-markov-model';
import { type ExpectedCounts } from './smooth-states';

export interface CovarianceSettings {
  readonly isDiagonal: boolean;
  /** Added to the variances of a state whose covariance has an eigenvalue below it; 0 leaves them alone. */
  readonly varianceFloor: number;
}

/**
 * The model that smoothed posteriors and the expected counts make likeliest. Also writes Σ P(state k at t) to `occupations`.
 * A state that is never left or never taken keeps its row.
 */
export function maximiseLikelihood(
  before: HiddenMarkovModel,
  observations: Observations,
  posteriors: Float64Array,
  { initial, moves }: ExpectedCounts,
  occupations: Float64Array,
  { isDiagonal, varianceFloor }: CovarianceSettings,
): HiddenMarkovModel {
  const { states, dimensions } = before;
  const means = new Float64Array(states * dimensions);
  const covariances = new Float64Array(states * dimensions * dimensions);
  for (let state = 0; state < states; state++) {
    const { occupation, first, second, firstFirst, firstSecond, secondSecond } = sumMoments(
      before,
      observations,
      posteriors,
      state,
    );
    occupations[state] = occupation;
    // By how much the means move.
    const firstShift = first / occupation;
    const secondShift = second / occupation;
    const at = state * dimensions;
    means[at] = before.means[at] + firstShift;
    const from = at * dimensions;
    covariances[from] = firstFirst / occupation - firstShift * firstShift;
    if (dimensions === 2) {
      means[at + 1] = before.means[at + 1] + secondShift;
      const covariance = isDiagonal ? 0 : firstSecond / occupation - firstShift * secondShift;
      covariances[from + 1] = covariance;
      covariances[from + 2] = covariance;
      covariances[from + 3] = secondSecond / occupation - secondShift * secondShift;
    }
    if (varianceFloor > 0) raiseVariances(covariances, state, dimensions, varianceFloor);
  }
  const transition = maximiseTransition(before.transition, moves, states);
  return { states, dimensions, initial: Float64Array.from(initial), transition, means, covariances };
}

function maximiseTransition(before: Float64Array, moves: Float64Array, states: number): Float64Array {
  const transition = new Float64Array(states * states);
  for (let row = 0; row < transition.length; row += states) {
    let left = 0;
    for (let at = row; at < row + states; at++) left += moves[at];
    for (let at = row; at < row + states; at++) transition[at] = left > 0 ? moves[at] / left : before[at];
  }
  return transition;
}

/**
 * One pass: sums of a state's weights, and of their products with the distances from its mean of before. That mean lies near
 * the next one, so that little is lost when its shift is taken off.
 */
function sumMoments(
  { states, dimensions, means }: HiddenMarkovModel,
  { length, values }: Observations,
  posteriors: Float64Array,
  state: number,
) {
  const across = dimensions - 1;
  const firstMean = means[state * dimensions];
  const secondMean = means[state * dimensions + across];
  let [occupation, first, second] = [0, 0, 0];
  let [firstFirst, firstSecond, secondSecond] = [0, 0, 0];
  for (let time = 0; time < length; time++) {
    const weight = posteriors[time * states + state];
    const one = values[time * dimensions] - firstMean;
    const two = values[time * dimensions + across] - secondMean;
    occupation += weight;
    first += weight * one;
    second += weight * two;
    firstFirst += weight * one * one;
    firstSecond += weight * one * two;
    secondSecond += weight * two * two;
  }
  return { occupation, first, second, firstFirst, firstSecond, secondSecond };
}

function raiseVariances(covariances: Float64Array, state: number, dimensions: number, floor: number): void {
  if (smallestEigenvalue(covariances, state, dimensions) >= floor) return;
  for (let dimension = 0; dimension < dimensions; dimension++) {
    covariances[(state * dimensions + dimension) * dimensions + dimension] += floor;
  }
}

function smallestEigenvalue(covariances: Float64Array, state: number, dimensions: number): number {
  const from = state * dimensions * dimensions;
  if (dimensions === 1) return covariances[from];
  const [a, b, , d] = covariances.subarray(from, from + 4);
  return (a + d) / 2 - Math.hypot((a - d) / 2, b);
}
