import { seededRandom } from '../validation/seeded-random';
import { chooseStart } from './choose-start';
import { filterStates, scaleDensities } from './filter-states';
import { HiddenMarkovModel, Observations } from './hidden-markov-model';
import { writeLogDensities } from './log-densities';
import { allocateExpectedCounts, smoothStates } from './smooth-states';

export interface FitSettings {
  readonly isDiagonal?: boolean;
  /** Added to the variances of a state whose covariance has an eigenvalue below it; 0 leaves them alone. */
  readonly varianceFloor?: number;
  /** Ends when an iteration gains less log-likelihood than this. */
  readonly tolerance?: number;
  readonly maximumIterations?: number;
  /** Hears the log-likelihood that each iteration began with; answers false to give up. */
  readonly onIteration?: (logLikelihood: number) => boolean;
}

export interface FittedModel {
  readonly model: HiddenMarkovModel;
  /** Of the observations under the model. */
  readonly logLikelihood: number;
  readonly iterations: number;
  /** Σ P(state k at t | all observations), by the last iteration. */
  readonly occupations: Float64Array;
}

const TOLERANCE = 1e-3;
const MAXIMUM_ITERATIONS = 200;

/**
 * Expectation maximisation from a given model (Baum et al. 1970; Rabiner 1989). Null where the likelihood vanishes or a
 * covariance stops being positive definite, and where `onIteration` gives up.
 */
export function fitHiddenMarkovModel(
  start: HiddenMarkovModel,
  observations: Observations,
  {
    isDiagonal = false,
    varianceFloor = 0,
    tolerance = TOLERANCE,
    maximumIterations = MAXIMUM_ITERATIONS,
    onIteration = () => true,
  }: FitSettings = {},
): FittedModel | null {
  const { states } = start;
  const { length } = observations;
  const densities = new Float64Array(length * states);
  const posteriors = new Float64Array(length * states);
  const scales = new Float64Array(length);
  const counts = allocateExpectedCounts(states);
  let model = start;
  let before = -Infinity;
  for (let iterations = 0; ; iterations++) {
    if (!writeLogDensities(model, observations, densities)) return null;
    const scaled = scaleDensities(densities, states);
    const filtered = filterStates(scaled, model.initial, model.transition, posteriors, scales);
    const { logLikelihood } = filtered;
    if (!Number.isFinite(logLikelihood) || !onIteration(logLikelihood)) return null;
    if (logLikelihood - before < tolerance || iterations === maximumIterations) {
      return { model, logLikelihood, iterations, occupations: counts.occupations };
    }
    before = logLikelihood;
    smoothStates(scaled, filtered, model.transition, counts);
    model = maximise(model, observations, posteriors, counts, { isDiagonal, varianceFloor });
  }
}

export interface RestartSettings extends FitSettings {
  readonly restarts: number;
  readonly seed: number;
}

/** A state that explains fewer observations than this explains an accident. */
const SMALLEST_OCCUPATION = 5;

/** The likeliest of several fits from different starts, the same for the same seed; null where none ended well. */
export function fitWithRestarts(
  observations: Observations,
  states: number,
  { restarts, seed, ...settings }: RestartSettings,
): FittedModel | null {
  const random = seededRandom(seed);
  let best: FittedModel | null = null;
  for (let restart = 0; restart < restarts; restart++) {
    const fit = fitHiddenMarkovModel(chooseStart(observations, states, random), observations, settings);
    if (fit === null || fit.occupations.some((occupation) => occupation < SMALLEST_OCCUPATION)) continue;
    if (best === null || fit.logLikelihood > best.logLikelihood) best = fit;
  }
  return best;
}

/** The model that the expected counts make likeliest. A state that is never left or never taken keeps its row. */
function maximise(
  { states, dimensions, transition: transitionBefore }: HiddenMarkovModel,
  { length, values }: Observations,
  posteriors: Float64Array,
  { initial, occupations, moves }: ReturnType<typeof allocateExpectedCounts>,
  { isDiagonal, varianceFloor }: { isDiagonal: boolean; varianceFloor: number },
): HiddenMarkovModel {
  const transition = new Float64Array(states * states);
  for (let state = 0; state < states; state++) {
    let left = 0;
    for (let next = 0; next < states; next++) left += moves[state * states + next];
    for (let next = 0; next < states; next++) {
      const at = state * states + next;
      transition[at] = left > 0 ? moves[at] / left : transitionBefore[at];
    }
  }
  const means = new Float64Array(states * dimensions);
  const covariances = new Float64Array(states * dimensions * dimensions);
  for (let state = 0; state < states; state++) {
    const occupation = occupations[state];
    for (let dimension = 0; dimension < dimensions; dimension++) {
      let sum = 0;
      for (let time = 0; time < length; time++) {
        sum += posteriors[time * states + state] * values[time * dimensions + dimension];
      }
      means[state * dimensions + dimension] = sum / occupation;
    }
    const from = state * dimensions;
    for (let row = 0; row < dimensions; row++) {
      for (let column = isDiagonal ? row : 0; column <= row; column++) {
        const [rowMean, columnMean] = [means[from + row], means[from + column]];
        let sum = 0;
        for (let time = 0; time < length; time++) {
          const at = time * dimensions;
          sum +=
            posteriors[time * states + state] *
            (values[at + row] - rowMean) *
            (values[at + column] - columnMean);
        }
        covariances[(from + row) * dimensions + column] = sum / occupation;
        covariances[(from + column) * dimensions + row] = sum / occupation;
      }
    }
    if (varianceFloor > 0) raiseVariances(covariances, state, dimensions, varianceFloor);
  }
  return { states, dimensions, initial: Float64Array.from(initial), transition, means, covariances };
}

function raiseVariances(covariances: Float64Array, state: number, dimensions: number, floor: number): void {
  if (smallestEigenvalue(covariances, state, dimensions) >= floor) return;
  for (let dimension = 0; dimension < dimensions; dimension++) {
    covariances[(state * dimensions + dimension) * dimensions + dimension] += floor;
  }
}

/** Of a symmetric matrix of one or two dimensions. */
function smallestEigenvalue(covariances: Float64Array, state: number, dimensions: number): number {
  const from = state * dimensions * dimensions;
  if (dimensions === 1) return covariances[from];
  const [a, b, , d] = covariances.subarray(from, from + 4);
  return (a + d) / 2 - Math.hypot((a - d) / 2, b);
}
