import { VarianceProblem } from './variance-problem';
import { type WeightBounds } from './weight-bounds';

/** Of the gradient: how far a weight at its bound may be from wanting to stay there. */
const PRECISION = 1e-11;
/** Steps per weight before it is given up: each weight comes and goes a few times at most. */
const MOST_STEPS = 20;
const MOST_GUESSES = 30;

/**
 * The weights with floor ≤ w_i ≤ cap and their sum for which w' S w is least (S symmetric, row by row; the bounds must leave
 * some weights). A primal active-set method: the free weights go to their minimum or as far as the first bound, which holds the
 * one that meets it; at their minimum the one at a bound that wants away from it most is released. It ends where the
 * Karush-Kuhn-Tucker conditions hold: free weights have one gradient, those at the floor no lower one, those at the cap no
 * higher one. Null where S is singular.
 *
 * Source: J. Nocedal and S. Wright, Numerical Optimization (2006), section 16.5.
 */
export function minimiseVariance(
  covariance: Float64Array,
  size: number,
  bounds: WeightBounds,
): Float64Array | null {
  const problem = startFromGuess(covariance, size, bounds);
  if (problem === null) return null;
  for (let step = 0; step < MOST_STEPS * (size + 1); step++) {
    const { steps, level } = problem.stepToMinimum(0);
    const { share, met } = shareToBound(problem, steps);
    problem.move(steps, share);
    if (met >= 0) {
      problem.hold(problem.factor.free[met], steps[met] > 0 ? bounds.cap : bounds.floor);
      continue;
    }
    const wanting = findWanting(problem, level);
    if (wanting < 0) return problem.weights;
    if (!problem.release(wanting)) return null;
  }
  return null;
}

/**
 * A start that is near the end where few bounds matter: all weights are free, and those that their minimum puts beyond a
 * bound are held at it, until it puts none there. Where that leaves no weights, equal ones, all free.
 */
function startFromGuess(
  covariance: Float64Array,
  size: number,
  bounds: WeightBounds,
): VarianceProblem | null {
  let held = new Map<number, number>();
  for (let guess = 0; guess < MOST_GUESSES; guess++) {
    const problem = new VarianceProblem(covariance, size, bounds);
    let left = bounds.sum;
    for (const [variable, bound] of held) {
      problem.weights[variable] = bound;
      left -= bound;
    }
    for (let variable = 0; variable < size; variable++) {
      if (!held.has(variable) && !problem.release(variable)) return null;
    }
    if (held.size === size) break;
    problem.computeGradient();
    const { steps } = problem.stepToMinimum(left);
    const beyond = findBeyond(problem, steps);
    if (beyond.size === 0) {
      problem.move(steps, 1);
      return problem;
    }
    held = new Map([...held, ...beyond]);
  }
  const problem = new VarianceProblem(covariance, size, bounds);
  problem.weights.fill(bounds.sum / size);
  problem.computeGradient();
  for (let variable = 0; variable < size; variable++) if (!problem.release(variable)) return null;
  return problem;
}

/** Those beyond the bound that is missed by more in total: holding the others at once could leave too little, or too much. */
function findBeyond({ factor, bounds }: VarianceProblem, weights: Float64Array): Map<number, number> {
  let above = 0;
  let below = 0;
  for (const weight of weights) {
    above += Math.max(0, weight - bounds.cap);
    below += Math.max(0, bounds.floor - weight);
  }
  const beyond = new Map<number, number>();
  factor.free.forEach((variable, index) => {
    if (above > below && weights[index] > bounds.cap) beyond.set(variable, bounds.cap);
    if (above <= below && weights[index] < bounds.floor) beyond.set(variable, bounds.floor);
  });
  return beyond;
}

/** How much of the steps the bounds allow, and whose bound it is; −1 where it is the whole. */
function shareToBound({ factor, weights, bounds }: VarianceProblem, steps: Float64Array) {
  let share = 1;
  let met = -1;
  factor.free.forEach((variable, index) => {
    const bound = steps[index] > 0 ? bounds.cap : bounds.floor;
    const room = Math.abs(bound - weights[variable]);
    if (Math.abs(steps[index]) * share <= room) return;
    share = room / Math.abs(steps[index]);
    met = index;
  });
  return { share, met };
}

/** Of the weights at a bound the one that would lower the variance most if it were released; −1 where none would. */
function findWanting(problem: VarianceProblem, level: number): number {
  const { size, weights, gradient, bounds, factor } = problem;
  // Without a free weight there is no level: the lowest gradient at the floor is one, by which those at the cap are judged.
  const isLoose = factor.free.length === 0;
  let wanting = -1;
  let most = isLoose ? -Infinity : PRECISION * Math.abs(level);
  for (let variable = 0; variable < size; variable++) {
    if (!problem.isAtBound(variable)) continue;
    const isAtFloor = weights[variable] <= bounds.floor;
    if (isLoose && !isAtFloor) continue;
    const gain = isLoose ? -gradient[variable] : (isAtFloor ? 1 : -1) * (level - gradient[variable]);
    if (gain <= most) continue;
    most = gain;
    wanting = variable;
  }
  return wanting;
}
