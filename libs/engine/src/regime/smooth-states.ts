import { FilteredStates, ScaledDensities } from './filter-states';

/** What the backward pass gathers for the next step of expectation maximisation, for one state or pair of states each. */
export interface ExpectedCounts {
  /** P(state k at the first observation | all observations). */
  readonly initial: Float64Array;
  /** Σ P(state k at t | all observations). */
  readonly occupations: Float64Array;
  /** Σ P(state i at t, state j at t + 1 | all observations) at [i × states + j]. */
  readonly moves: Float64Array;
}

export function allocateExpectedCounts(states: number): ExpectedCounts {
  return {
    initial: new Float64Array(states),
    occupations: new Float64Array(states),
    moves: new Float64Array(states * states),
  };
}

/**
 * The backward pass (Rabiner 1989, equations 24 to 27 and 37, scaled). Replaces the filtered posteriors by the smoothed ones,
 * P(state k at t | all observations), and adds up the expected counts.
 */
export function smoothStates(
  { length, states, densities }: Pick<ScaledDensities, 'length' | 'states' | 'densities'>,
  { posteriors, scales }: Pick<FilteredStates, 'posteriors' | 'scales'>,
  transition: Float64Array,
  { initial, occupations, moves }: ExpectedCounts,
): void {
  moves.fill(0);
  // β of the observation behind, times its densities, over its scale.
  const behind = new Float64Array(states);
  const last = (length - 1) * states;
  for (let state = 0; state < states; state++) {
    occupations[state] = posteriors[last + state];
    behind[state] = densities[last + state] / scales[length - 1];
  }
  const beta = new Float64Array(states);
  for (let time = length - 2; time >= 0; time--) {
    const at = time * states;
    for (let state = 0; state < states; state++) {
      const filtered = posteriors[at + state];
      let sum = 0;
      for (let next = 0; next < states; next++) {
        const step = transition[state * states + next] * behind[next];
        sum += step;
        moves[state * states + next] += filtered * step;
      }
      beta[state] = sum;
      posteriors[at + state] = filtered * sum;
      occupations[state] += filtered * sum;
    }
    for (let state = 0; state < states; state++) {
      behind[state] = (beta[state] * densities[at + state]) / scales[time];
    }
  }
  for (let state = 0; state < states; state++) initial[state] = posteriors[state];
}
