import { type WeightWorkspace } from './weight-workspace';

/** Returns about their means, turned so that the series of each member lies in one piece. */
export interface CentredReturns {
  readonly members: number;
  readonly observations: number;
  /** Members × observations. */
  readonly columns: Float64Array;
  /** Sum of squares over observations − 1. */
  readonly variances: Float64Array;
}

/** Takes returns as `WeightRequest` holds them; what it gives is the workspace's. */
export function centreReturns(
  returns: Float64Array,
  members: number,
  workspace: WeightWorkspace,
): CentredReturns {
  const observations = returns.length / members;
  const columns = workspace.array('centred', returns.length);
  const variances = workspace.array('variances', members);
  for (let member = 0; member < members; member++) {
    const from = member * observations;
    let sum = 0;
    for (let row = 0; row < observations; row++) sum += returns[row * members + member];
    const mean = sum / observations;
    let squares = 0;
    for (let row = 0; row < observations; row++) {
      const centred = returns[row * members + member] - mean;
      columns[from + row] = centred;
      squares += centred * centred;
    }
    variances[member] = squares / (observations - 1);
  }
  return { members, observations, columns, variances };
}
