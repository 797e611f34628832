import { type CentredReturns } from './centre-returns';
import { writeCovariance } from './covariance';
import { type WeightWorkspace } from './weight-workspace';

/** Pearson's correlation of members, row by row, within [−1, 1]; every member must have a variance. The workspace's. */
export function correlate(returns: CentredReturns, workspace: WeightWorkspace): Float64Array {
  const { members, observations, variances } = returns;
  const matrix = workspace.array('correlation', members * members);
  writeCovariance(returns, observations - 1, matrix);
  for (let row = 0; row < members; row++) {
    for (let column = 0; column < members; column++) {
      const at = row * members + column;
      const value = matrix[at] / Math.sqrt(variances[row] * variances[column]);
      matrix[at] = row === column ? 1 : Math.min(1, Math.max(-1, value));
    }
  }
  return matrix;
}
