import { type HiddenMarkovModel, type Observations } from './hidden-markov-model';

const LLOYD_ITERATIONS = 25;
/** What a state of the start keeps: regimes last. */
const START_PERSISTENCE = 0.9;

/**
 * A model to begin expectation maximisation with: means by k-means++ (Arthur and Vassilvitskii 2007) and Lloyd's iterations,
 * the covariance of all observations for every state, no preference for the first state. `random` answers 0 (inclusive) to 1.
 */
export function chooseStart(
  observations: Observations,
  states: number,
  random: () => number,
): HiddenMarkovModel {
  const { dimensions } = observations;
  const means = refineCentres(observations, seedCentres(observations, states, random), states);
  const covariance = covarianceOf(observations);
  const covariances = new Float64Array(states * dimensions * dimensions);
  for (let state = 0; state < states; state++) covariances.set(covariance, state * covariance.length);
  const others = (1 - START_PERSISTENCE) / (states - 1);
  return {
    states,
    dimensions,
    initial: new Float64Array(states).fill(1 / states),
    transition: Float64Array.from({ length: states * states }, (_, at) =>
      Math.floor(at / states) === at % states ? START_PERSISTENCE : others,
    ),
    means,
    covariances,
  };
}

/** The first centre is any observation, each further one is drawn by its squared distance to the nearest centre so far. */
function seedCentres(
  { length, dimensions, values }: Observations,
  states: number,
  random: () => number,
): Float64Array {
  const centres = new Float64Array(states * dimensions);
  const nearest = new Float64Array(length).fill(Infinity);
  let chosen = Math.floor(random() * length);
  for (let state = 0; state < states; state++) {
    centres.set(values.subarray(chosen * dimensions, (chosen + 1) * dimensions), state * dimensions);
    let total = 0;
    for (let time = 0; time < length; time++) {
      nearest[time] = Math.min(nearest[time], squaredDistance(values, time, centres, state, dimensions));
      total += nearest[time];
    }
    let left = random() * total;
    chosen = 0;
    while (chosen < length - 1 && (left -= nearest[chosen]) > 0) chosen++;
  }
  return centres;
}

function refineCentres(
  { length, dimensions, values }: Observations,
  centres: Float64Array,
  states: number,
): Float64Array {
  for (let iteration = 0; iteration < LLOYD_ITERATIONS; iteration++) {
    const sums = new Float64Array(states * dimensions);
    const counts = new Float64Array(states);
    for (let time = 0; time < length; time++) {
      let closest = 0;
      let distance = Infinity;
      for (let state = 0; state < states; state++) {
        const candidate = squaredDistance(values, time, centres, state, dimensions);
        if (candidate < distance) [closest, distance] = [state, candidate];
      }
      counts[closest]++;
      for (let dimension = 0; dimension < dimensions; dimension++) {
        sums[closest * dimensions + dimension] += values[time * dimensions + dimension];
      }
    }
    // A centre that nothing is closest to stays where it is.
    const moved = sums.map((sum, at) => {
      const count = counts[Math.floor(at / dimensions)];
      return count > 0 ? sum / count : centres[at];
    });
    if (moved.every((value, at) => value === centres[at])) break;
    centres = moved;
  }
  return centres;
}

function squaredDistance(
  values: Float64Array,
  time: number,
  centres: Float64Array,
  state: number,
  dimensions: number,
): number {
  let sum = 0;
  for (let dimension = 0; dimension < dimensions; dimension++) {
    const difference = values[time * dimensions + dimension] - centres[state * dimensions + dimension];
    sum += difference * difference;
  }
  return sum;
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
