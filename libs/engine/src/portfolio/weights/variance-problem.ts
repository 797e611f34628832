import { FreeFactor } from './free-factor';
import { type WeightBounds } from './weight-bounds';

/** Weights of which some are free and the others at a bound. */
export class VarianceProblem {
  readonly weights: Float64Array;
  /** Half the gradient of the variance: covariance × weights. */
  readonly gradient: Float64Array;
  readonly factor: FreeFactor;
  private readonly isFree: Uint8Array;

  constructor(
    private readonly covariance: Float64Array,
    readonly size: number,
    readonly bounds: WeightBounds,
  ) {
    this.weights = new Float64Array(size);
    this.gradient = new Float64Array(size);
    this.factor = new FreeFactor(covariance, size);
    this.isFree = new Uint8Array(size);
  }

  isAtBound(variable: number): boolean {
    return this.isFree[variable] === 0;
  }

  /** False where the covariance is singular. */
  release(variable: number): boolean {
    const isAdded = this.factor.add(variable);
    if (isAdded) this.isFree[variable] = 1;
    return isAdded;
  }

  hold(variable: number, bound: number): void {
    this.weights[variable] = bound;
    this.factor.remove(variable);
    this.isFree[variable] = 0;
  }

  /** The gradient from scratch. */
  computeGradient(): void {
    const { covariance, size, weights, gradient } = this;
    gradient.fill(0);
    for (let column = 0; column < size; column++) {
      if (weights[column] !== 0) addColumn(gradient, covariance, column * size, weights[column]);
    }
  }

  /** Moves the free weights (steps in the order of `factor.free`), and the gradient with them. */
  move(steps: Float64Array, share: number): void {
    this.factor.free.forEach((variable, index) => {
      const step = share * steps[index];
      this.weights[variable] += step;
      addColumn(this.gradient, this.covariance, variable * this.size, step);
    });
  }

  /**
   * Where the free weights' variance is least with their sum as it is: the step of each free weight there, and the gradient
   * that all of them have there.
   */
  stepToMinimum(change: number): { readonly steps: Float64Array; readonly level: number } {
    const { free } = this.factor;
    const steps = Float64Array.from(free, (variable) => this.gradient[variable]);
    const ones = new Float64Array(free.length).fill(1);
    this.factor.solve(steps);
    this.factor.solve(ones);
    const level = (sumOf(steps) + change) / sumOf(ones);
    for (let index = 0; index < steps.length; index++) steps[index] = level * ones[index] - steps[index];
    return { steps, level };
  }
}

/** The matrix is symmetric: its rows are its columns. */
function addColumn(into: Float64Array, matrix: Float64Array, from: number, factor: number): void {
  for (let row = 0; row < into.length; row++) into[row] += factor * matrix[from + row];
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
