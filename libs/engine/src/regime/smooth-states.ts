import { type FilteredStates, type ScaledDensities } from './filter-states';

/** What the backward pass gathers for the next step of expectation maximisation. */
export interface ExpectedCounts {
  /** P(state k at the first observation | all observations). */
  readonly initial: Float64Array;
  /** Σ P(state i at t, state j at t + 1 | all observations) at [i × states + j]. */
  readonly moves: Float64Array;
}

export function allocateExpectedCounts(states: number): ExpectedCounts {
  return { initial: new Float64Array(states), moves: new Float64Array(states * states) };
}

/**
 * The backward pass (Rabiner 1989, equations 24 to 27 and 37, scaled). Replaces the filtered posteriors by the smoothed ones,
 * P(state k at t | all observations), and adds up the expected counts.
 */
export function smoothStates(
  { length, states, densities }: Pick<ScaledDensities, 'length' | 'states' | 'densities'>,
  { posteriors, scales }: Pick<FilteredStates, 'posteriors' | 'scales'>,
  transition: Float64Array,
  { initial, moves }: ExpectedCounts,
): void {
  moves.fill(0);
  // β of the observation after this one, times its densities, over its scale.
  const weighted = new Float64Array(states);
  const last = (length - 1) * states;
  for (let state = 0; state < states; state++) {
    weighted[state] = densities[last + state] / scales[length - 1];
  }
  const beta = new Float64Array(states);
  for (let time = length - 2; time >= 0; time--) {
    const at = time * states;
    for (let state = 0; state < states; state++) {
      const filtered = posteriors[at + state];
      const row = state * states;
      let sum = 0;
      for (let next = 0; next < states; next++) {
        sum += transition[row + next] * weighted[next];
        moves[row + next] += filtered * weighted[next];
      }
      beta[state] = sum;
      posteriors[at + state] = filtered * sum;
    }
    const inverse = 1 / scales[time];
    for (let state = 0; state < states; state++) {
      weighted[state] = beta[state] * densities[at + state] * inverse;
    }
  }
  // The probability of the move itself is the same all the time.
  for (let at = 0; at < moves.length; at++) moves[at] *= transition[at];
  for (let state = 0; state < states; state++) initial[state] = posteriors[state];
}
