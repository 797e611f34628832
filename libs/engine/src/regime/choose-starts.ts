import { type HiddenMarkovModel, type Observations } from './hidden-markov-model';

/** What a state of the start keeps: regimes last. */
const START_PERSISTENCE = 0.9;

/**
 * Models to begin expectation maximisation with: each has the covariance of all observations for every state and no preference
 * for the first state. Their means are those of parts of equal size, by the order along an axis or a diagonal between two, and
 * then so many times those of observations drawn by `random`, which answers 0 (inclusive) to 1.
 *
 * The observations are expected to be standardised. Clusters of nearest observations are no good start for regimes: from every
 * seed they are the same, and lead hundreds of log units below the likeliest model where states differ along one axis.
 */
export function chooseStarts(
  observations: Observations,
  states: number,
  drawnStarts: number,
  random: () => number,
): HiddenMarkovModel[] {
  const { dimensions } = observations;
  const covariance = covarianceOf(observations);
  const covariances = new Float64Array(states * covariance.length);
  for (let state = 0; state < states; state++) covariances.set(covariance, state * covariance.length);
  const others = (1 - START_PERSISTENCE) / (states - 1);
  const transition = Float64Array.from({ length: states * states }, (_, at) =>
    Math.floor(at / states) === at % states ? START_PERSISTENCE : others,
  );
  const initial = new Float64Array(states).fill(1 / states);
  const split = directionsOf(dimensions).map((direction) => meansOfParts(observations, states, direction));
  const drawn = Array.from({ length: drawnStarts }, () => drawMeans(observations, states, random));
  const shared = { states, dimensions, initial, transition, covariances };
  return [...split, ...drawn].map((means) => ({ ...shared, means }));
}

function drawMeans(
  { length, dimensions, values }: Observations,
  states: number,
  random: () => number,
): Float64Array {
  const means = new Float64Array(states * dimensions);
  for (let state = 0; state < states; state++) {
    const drawn = Math.floor(random() * length) * dimensions;
    means.set(values.subarray(drawn, drawn + dimensions), state * dimensions);
  }
  return means;
}

/** Each axis, and both diagonals between every two. */
function directionsOf(dimensions: number): Float64Array[] {
  const directions: Float64Array[] = [];
  for (let axis = 0; axis < dimensions; axis++) {
    const direction = new Float64Array(dimensions);
    direction[axis] = 1;
    directions.push(direction);
    for (let other = 0; other < axis; other++) {
      for (const sign of [1, -1]) {
        const diagonal = direction.slice();
        diagonal[other] = sign;
        directions.push(diagonal);
      }
    }
  }
  return directions;
}

function meansOfParts(
  { length, dimensions, values }: Observations,
  states: number,
  direction: Float64Array,
): Float64Array {
  const along = Float64Array.from({ length }, (_, time) =>
    direction.reduce((sum, weight, dimension) => sum + weight * values[time * dimensions + dimension], 0),
  );
  const order = Uint32Array.from({ length }, (_, time) => time).sort(
    (one, other) => along[one] - along[other],
  );
  const means = new Float64Array(states * dimensions);
  for (let state = 0; state < states; state++) {
    const part = order.subarray((length * state) / states, (length * (state + 1)) / states);
    for (const time of part) {
      for (let dimension = 0; dimension < dimensions; dimension++) {
        means[state * dimensions + dimension] += values[time * dimensions + dimension] / part.length;
      }
    }
  }
  return means;
}

function covarianceOf({ length, dimensions, values }: Observations): Float64Array {
  const means = new Float64Array(dimensions);
  for (let at = 0; at < length * dimensions; at++) means[at % dimensions] += values[at] / length;
  const covariance = new Float64Array(dimensions * dimensions);
  for (let time = 0; time < length; time++) {
    for (let row = 0; row < dimensions; row++) {
      for (let column = 0; column < dimensions; column++) {
        covariance[row * dimensions + column] +=
          ((values[time * dimensions + row] - means[row]) *
            (values[time * dimensions + column] - means[column])) /
          length;
      }
    }
  }
  return covariance;
}
