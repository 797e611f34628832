import { filterStates, scaleDensities } from './filter-states';
import { type FitSettings, fitLikeliest } from './fit-hidden-markov-model';
import {
  bayesianInformationCriterion,
  countFreeParameters,
  type HiddenMarkovModel,
} from './hidden-markov-model';
import { labelStates, type Regime } from './label-states';
import { writeLogDensities } from './log-densities';
import { type RegimeFeatures } from './regime-features';
import { deviates, measureScaling, type Scaling, standardise } from './standardise';

/** Observations below which there is nothing to fit. */
export const FEWEST_OBSERVATIONS = 30;
const FEWEST_FOR_THREE_STATES = 60;
const FEWEST_FOR_FULL_COVARIANCE = 250;
/** As many as take about as long together on long windows as on short ones, which have more optima. */
const MOST_DRAWN_STARTS = 24;
const DRAWN_OBSERVATIONS = 40_000;
const SEED = 20_240_101;
const VARIANCE_FLOOR = 1e-4;

type FeatureName = 'trend' | 'range';

/** A fitted model with what it takes to read regimes of further observations by it. */
export interface RegimeModel {
  readonly model: HiddenMarkovModel;
  /** The features that vary, in the order of the model's dimensions. */
  readonly features: readonly { readonly name: FeatureName; readonly scaling: Scaling }[];
  /** One per state. */
  readonly labels: readonly Regime[];
  /** Mean log return per bar in each state. */
  readonly meanTrends: Float64Array;
  readonly logLikelihood: number;
  readonly bic: number;
  readonly observations: number;
  readonly isDiagonal: boolean;
}

export type RegimeFitSettings = Pick<FitSettings, 'onIteration' | 'maximumIterations'> & {
  /** Starts besides the usual ones; see StartSettings. */
  readonly drawnStarts?: number;
  /** `auto`: the number from 2 to 4 with the lowest BIC. It prefers many, as overlapping windows look like more data than there is. */
  readonly states?: 2 | 3 | 4 | 'auto';
};

/**
 * Fits three states, or as many as requested; two with uncorrelated features where there are few observations, and fewer
 * where a state would explain hardly any. Null where nothing varies or `onIteration` gives up.
 */
export function fitRegimeModel(
  features: RegimeFeatures,
  { states = 3, drawnStarts, ...settings }: RegimeFitSettings = {},
): RegimeModel | null {
  const varying = (['trend', 'range'] as const)
    .map((name) => ({ name, values: features[name], scaling: measureScaling(features[name]) }))
    .filter(({ scaling }) => deviates(scaling));
  if (varying.length === 0) return null;
  const observations = standardise(varying);
  const isDiagonal = observations.length < FEWEST_FOR_FULL_COVARIANCE;
  const most = observations.length < FEWEST_FOR_THREE_STATES ? 2 : states;
  const fitSettings = {
    ...settings,
    drawnStarts:
      drawnStarts ?? Math.min(MOST_DRAWN_STARTS, Math.floor(DRAWN_OBSERVATIONS / observations.length)),
    seed: SEED,
    isDiagonal,
    varianceFloor: VARIANCE_FLOOR,
  };

  let best: RegimeModel | null = null;
  for (let count = most === 'auto' ? 4 : most; count >= 2; count--) {
    const fit = fitLikeliest(observations, count, fitSettings);
    if (fit === null) continue;
    const { model, logLikelihood } = fit;
    const parameters = countFreeParameters(model, isDiagonal);
    const bic = bayesianInformationCriterion(logLikelihood, parameters, observations.length);
    if (best !== null && bic >= best.bic) continue;
    const meanTrends = meanTrendsOf(model, features, varying);
    best = {
      model,
      logLikelihood,
      bic,
      isDiagonal,
      meanTrends,
      observations: observations.length,
      features: varying.map(({ name, scaling }) => ({ name, scaling })),
      labels: labelStates(meanTrends, measureScaling(features.trend).deviation),
    };
    if (most !== 'auto') break;
  }
  return best;
}

/** P(state k at t | observations 0 … t) at [t × states + k] by a fitted model: observation t knows nothing later than itself. */
export function filterRegimes(
  { model, features: used }: RegimeModel,
  features: RegimeFeatures,
): Float64Array {
  const observations = standardise(used.map(({ name, scaling }) => ({ values: features[name], scaling })));
  const densities = new Float64Array(observations.length * model.states);
  writeLogDensities(model, observations, densities);
  return filterStates(scaleDensities(densities, model.states), model.initial, model.transition).posteriors;
}

/** Back in units of log return per bar. */
function meanTrendsOf(
  { states, dimensions, means }: HiddenMarkovModel,
  { trend }: RegimeFeatures,
  varying: readonly { name: FeatureName; scaling: Scaling }[],
): Float64Array {
  const dimension = varying.findIndex(({ name }) => name === 'trend');
  // A trend that never varies is every state's.
  if (dimension < 0) return new Float64Array(states).fill(trend[0]);
  const { mean, deviation } = varying[dimension].scaling;
  return Float64Array.from(
    { length: states },
    (_, state) => mean + deviation * means[state * dimensions + dimension],
  );
}
