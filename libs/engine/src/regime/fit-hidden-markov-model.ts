import { seededRandom } from '../seeded-random';
import { chooseStarts } from './choose-starts';
import { filterStates, scaleDensities } from './filter-states';
import { type HiddenMarkovModel, type Observations } from './hidden-markov-model';
import { writeLogDensities } from './log-densities';
import { type CovarianceSettings, maximiseLikelihood } from './maximise-likelihood';
import { allocateExpectedCounts, smoothStates } from './smooth-states';

export interface FitSettings extends Partial<CovarianceSettings> {
  /** Ends when an iteration gains less log-likelihood than this. */
  readonly tolerance?: number;
  readonly maximumIterations?: number;
  /** Receives the log-likelihood that each iteration began with; answers false to give up. */
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

/** What an iteration writes to; one fit after the other may use the same. */
interface FitBuffers {
  readonly densities: Float64Array;
  readonly posteriors: Float64Array;
  readonly scales: Float64Array;
}

function allocateFitBuffers(length: number, states: number): FitBuffers {
  return {
    densities: new Float64Array(length * states),
    posteriors: new Float64Array(length * states),
    scales: new Float64Array(length),
  };
}

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
  { densities, posteriors, scales }: FitBuffers = allocateFitBuffers(observations.length, start.states),
): FittedModel | null {
  const { states } = start;
  const counts = allocateExpectedCounts(states);
  const occupations = new Float64Array(states);
  let model = start;
  let before = -Infinity;
  for (let iterations = 0; ; iterations++) {
    if (!writeLogDensities(model, observations, densities)) return null;
    const scaled = scaleDensities(densities, states);
    const filtered = filterStates(scaled, model.initial, model.transition, posteriors, scales);
    const { logLikelihood } = filtered;
    if (!Number.isFinite(logLikelihood) || !onIteration(logLikelihood)) return null;
    if (logLikelihood - before < tolerance || iterations === maximumIterations) {
      return { model, logLikelihood, iterations, occupations };
    }
    before = logLikelihood;
    smoothStates(scaled, filtered, model.transition, counts);
    const covariance = { isDiagonal, varianceFloor };
    model = maximiseLikelihood(model, observations, posteriors, counts, occupations, covariance);
  }
}

/** A state that explains fewer observations than this explains an accident. */
const SMALLEST_OCCUPATION = 5;

/** Iterations after which all but the likeliest of several fits are given up: it hardly ever changes later which one is. */
const TRIAL_ITERATIONS = 10;
const FINALISTS = 2;

export interface StartSettings extends FitSettings {
  /** Starts from observations drawn by the seed, beside the splits of the observations. */
  readonly drawnStarts: number;
  readonly seed: number;
}

/** The likeliest of several fits, the same for the same seed; null where none converged. */
export function fitLikeliest(
  observations: Observations,
  states: number,
  { drawnStarts, seed, maximumIterations = MAXIMUM_ITERATIONS, ...settings }: StartSettings,
): FittedModel | null {
  const buffers = allocateFitBuffers(observations.length, states);
  const fitEach = (models: readonly HiddenMarkovModel[], maximum: number) =>
    models
      .map((start) =>
        fitHiddenMarkovModel(start, observations, { ...settings, maximumIterations: maximum }, buffers),
      )
      .filter((fit) => fit !== null)
      .filter(({ occupations }) => occupations.every((occupation) => occupation >= SMALLEST_OCCUPATION))
      .sort((one, other) => other.logLikelihood - one.logLikelihood);
  const starts = chooseStarts(observations, states, drawnStarts, seededRandom(seed));
  const tried = Math.min(TRIAL_ITERATIONS, maximumIterations);
  const trials = fitEach(starts, tried);
  if (tried === maximumIterations) return trials.at(0) ?? null;
  const finish = (fits: readonly FittedModel[]) =>
    fitEach(
      fits.map(({ model }) => model),
      maximumIterations - tried,
    ).at(0);
  return finish(trials.slice(0, FINALISTS)) ?? finish(trials.slice(FINALISTS)) ?? null;
}
