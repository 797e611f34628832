/**
 * A hidden Markov model whose states emit normally distributed observations of one or two dimensions. Matrices lie
 * row by row in one array.
 */
export interface HiddenMarkovModel {
  readonly states: number;
  readonly dimensions: number;
  /** P(state at the first observation), one per state. */
  readonly initial: Float64Array;
  /** P(next state j | state i) at [i × states + j]. */
  readonly transition: Float64Array;
  /** Mean of dimension d in state k at [k × dimensions + d]. */
  readonly means: Float64Array;
  /** Covariance of dimensions d and e in state k at [(k × dimensions + d) × dimensions + e]. */
  readonly covariances: Float64Array;
}

/** Observations in the order of time: dimension d of observation t at [t × dimensions + d]. */
export interface Observations {
  readonly length: number;
  readonly dimensions: number;
  readonly values: Float64Array;
}

/** How many numbers a model has that could be chosen freely: what the Bayesian information criterion counts. */
export function countFreeParameters(
  { states, dimensions }: Pick<HiddenMarkovModel, 'states' | 'dimensions'>,
  isDiagonal: boolean,
): number {
  const covariance = isDiagonal ? dimensions : (dimensions * (dimensions + 1)) / 2;
  return states - 1 + states * (states - 1) + states * (dimensions + covariance);
}

/** -2 log-likelihood + parameters × ln n (Schwarz 1978): of two models of the same observations the lower one is preferred. */
export function bayesianInformationCriterion(
  logLikelihood: number,
  freeParameters: number,
  observations: number,
): number {
  return -2 * logLikelihood + freeParameters * Math.log(observations);
}
