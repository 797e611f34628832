import type { DetectedRegime } from './detect-regime';
import type { Regime } from './label-states';

export interface RegimeState {
  readonly label: Regime;
  readonly meanLogReturnPerBar: number;
  /** Null: the state is never left. */
  readonly expectedDurationBars: number | null;
  /** Probability of each state at the next bar, in the order of the states. */
  readonly transition: readonly number[];
}

/** What a regime was computed from, and its model, as plain data. */
export interface RegimeFit {
  readonly observations: number;
  /** Bars that an observation looks back over. */
  readonly windowBars: number;
  /** Open times of the bars of the first and the last observation, ms. */
  readonly firstObservation: number;
  readonly lastObservation: number;
  /** Null where nothing varies. */
  readonly model: {
    readonly features: readonly string[];
    readonly covariance: 'diagonal' | 'full';
    /** Nats, as `bic` is. */
    readonly logLikelihood: number;
    readonly bic: number;
    readonly states: readonly RegimeState[];
  } | null;
}

export function describeFit({ fitted, window, openTimes, history }: DetectedRegime): RegimeFit {
  const observed = {
    observations: history.length,
    windowBars: window,
    firstObservation: openTimes[0],
    lastObservation: openTimes[openTimes.length - 1],
  };
  if (fitted === null) return { ...observed, model: null };
  const { model, labels, meanTrends, logLikelihood, bic, isDiagonal, features } = fitted;
  const { states, transition } = model;
  const stay = (state: number) => transition[state * states + state];
  return {
    ...observed,
    model: {
      features: features.map(({ name }) => name),
      covariance: isDiagonal ? 'diagonal' : 'full',
      logLikelihood,
      bic,
      states: labels.map((label, state) => ({
        label,
        meanLogReturnPerBar: meanTrends[state],
        expectedDurationBars: stay(state) < 1 ? 1 / (1 - stay(state)) : null,
        transition: Array.from(transition.subarray(state * states, (state + 1) * states)),
      })),
    },
  };
}
