import { type CentredReturns } from './centre-returns';
import { writeCovariance } from './covariance';
import { type WeightWorkspace } from './weight-workspace';

export interface ShrunkCovariance {
  /** Members × members, row by row; the workspace's. */
  readonly matrix: Float64Array;
  /** From 0, the sample's covariance, to 1, the identity scaled by the mean variance. */
  readonly shrinkage: number;
}

/**
 * The covariance (divided by observations) drawn towards the identity times the mean variance, by the share that is
 * expected to be nearest to the true covariance. With it a matrix of more members than observations is positive definite.
 *
 * Source: O. Ledoit and M. Wolf, A well-conditioned estimator for large-dimensional covariance matrices, Journal of
 * Multivariate Analysis 88(2) (2004); scikit-learn's `LedoitWolf` gives the same.
 */
export function shrinkCovariance(returns: CentredReturns, workspace: WeightWorkspace): ShrunkCovariance {
  const { members, observations, columns } = returns;
  const matrix = workspace.array('covariance', members * members);
  writeCovariance(returns, observations, matrix);

  let trace = 0;
  for (let member = 0; member < members; member++) trace += matrix[member * members + member];
  const meanVariance = trace / members;
  let squaredNorm = 0;
  for (const covariance of matrix) squaredNorm += covariance * covariance;

  // Σ over rows of (Σ over members of return²)²: the mean squared norm of the matrix that each row alone makes.
  let rowNorms = 0;
  for (let row = 0; row < observations; row++) {
    let squares = 0;
    for (let member = 0; member < members; member++) {
      const value = columns[member * observations + row];
      squares += value * value;
    }
    rowNorms += squares * squares;
  }
  const distance = (squaredNorm - members * meanVariance * meanVariance) / members;
  const error = (rowNorms / observations - squaredNorm) / (members * observations);
  const shrinkage = error > 0 && distance > 0 ? Math.min(1, error / distance) : 0;

  for (let at = 0; at < matrix.length; at++) matrix[at] *= 1 - shrinkage;
  for (let member = 0; member < members; member++) {
    matrix[member * members + member] += shrinkage * meanVariance;
  }
  return { matrix, shrinkage };
}
