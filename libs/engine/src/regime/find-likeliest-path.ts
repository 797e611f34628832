export interface StatePath {
  /** One state per observation. */
  readonly states: Uint8Array;
  /** Of the path and the observations together. */
  readonly logProbability: number;
}

/**
 * The single most likely sequence of states (Viterbi 1967), in logarithms; of equally likely ones the lowest states.
 * `logDensities` has observation t in state k at [t × states + k].
 */
export function findLikeliestPath(
  logDensities: Float64Array,
  initial: Float64Array,
  transition: Float64Array,
): StatePath {
  const states = initial.length;
  const length = logDensities.length / states;
  const logTransition = transition.map(Math.log);
  const origins = new Uint8Array(length * states);
  let best = Float64Array.from(initial, (probability, state) => Math.log(probability) + logDensities[state]);
  for (let time = 1; time < length; time++) {
    const next = new Float64Array(states);
    for (let state = 0; state < states; state++) {
      let origin = 0;
      for (let before = 1; before < states; before++) {
        const candidate = best[before] + logTransition[before * states + state];
        if (candidate > best[origin] + logTransition[origin * states + state]) origin = before;
      }
      origins[time * states + state] = origin;
      next[state] =
        best[origin] + logTransition[origin * states + state] + logDensities[time * states + state];
    }
    best = next;
  }
  const path = new Uint8Array(length);
  path[length - 1] = best.indexOf(Math.max(...best));
  for (let time = length - 1; time > 0; time--) path[time - 1] = origins[time * states + path[time]];
  return { states: path, logProbability: Math.max(...best) };
}
