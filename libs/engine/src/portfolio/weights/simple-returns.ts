import { type WeightWorkspace } from './weight-workspace';

/**
 * Returns of each member from close to close, as `WeightRequest.returns` holds them: observations × members, row by row.
 * `closes` has a column per member, all of the same length and of the same bars, the oldest first: lookback + 1 closes make
 * lookback returns. The array is the workspace's, and good until its next use.
 */
export function simpleReturns(closes: readonly Float64Array[], workspace: WeightWorkspace): Float64Array {
  const members = closes.length;
  const observations = members === 0 ? 0 : Math.max(0, closes[0].length - 1);
  const returns = workspace.array('returns', observations * members);
  for (let member = 0; member < members; member++) {
    const column = closes[member];
    for (let row = 0; row < observations; row++) {
      returns[row * members + member] = column[row + 1] / column[row] - 1;
    }
  }
  return returns;
}
