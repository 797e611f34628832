/** The product of two numbers from here on does not underflow. */
const TINY = 1e-150;

/** Densities scaled by the largest of their observation, so that none of an observation's underflows all at once. */
export interface ScaledDensities {
  readonly length: number;
  readonly states: number;
  /** Of observation t in state k at [t × states + k]; the largest of each observation is 1. */
  readonly densities: Float64Array;
  /** Σ over the observations of the logarithm that they were divided by. */
  readonly logScale: number;
}

/** In place: `logDensities` becomes the densities. */
export function scaleDensities(logDensities: Float64Array, states: number): ScaledDensities {
  const length = logDensities.length / states;
  let logScale = 0;
  for (let time = 0; time < length; time++) {
    const from = time * states;
    let likeliest = from;
    for (let at = from + 1; at < from + states; at++) {
      if (logDensities[at] > logDensities[likeliest]) likeliest = at;
    }
    const largest = logDensities[likeliest];
    logScale += largest;
    for (let at = from; at < from + states; at++) {
      // An exponential costs as much as the rest of the loop: the largest one's is known.
      logDensities[at] = at === likeliest ? 1 : Math.exp(logDensities[at] - largest);
    }
  }
  return { length, states, densities: logDensities, logScale };
}

export interface FilteredStates {
  /** P(state k at t | observations 0 … t) at [t × states + k]: nothing later is known. */
  readonly posteriors: Float64Array;
  /** P(observation t | observations before), of the scaled densities. */
  readonly scales: Float64Array;
  readonly logLikelihood: number;
}

/**
 * The forward pass with scaling at each step (Rabiner 1989, section V.A). The logarithm is that of the product of the
 * scales, taken a few dozen at a time.
 */
export function filterStates(
  { length, states, densities, logScale }: ScaledDensities,
  initial: Float64Array,
  transition: Float64Array,
  posteriors: Float64Array = new Float64Array(length * states),
  scales: Float64Array = new Float64Array(length),
): FilteredStates {
  let logLikelihood = logScale;
  let product = 1;
  for (let time = 0; time < length; time++) {
    const at = time * states;
    let scale = 0;
    for (let state = 0; state < states; state++) {
      let predicted = initial[state];
      if (time > 0) {
        predicted = 0;
        for (let before = 0; before < states; before++) {
          predicted += posteriors[at - states + before] * transition[before * states + state];
        }
      }
      const joint = predicted * densities[at + state];
      posteriors[at + state] = joint;
      scale += joint;
    }
    scales[time] = scale;
    const inverse = 1 / scale;
    for (let state = 0; state < states; state++) posteriors[at + state] *= inverse;
    if (scale < TINY) logLikelihood += Math.log(scale);
    else product *= scale;
    if (product < TINY) {
      logLikelihood += Math.log(product);
      product = 1;
    }
  }
  return { posteriors, scales, logLikelihood: logLikelihood + Math.log(product) };
}
