import { multiplyCorrelation, type UnitColumns } from './multiply-correlation';
import { type WeightWorkspace } from './weight-workspace';

/**
 * The Newton step of risk parity as a share of each position: the solution s of (1 + Z C Z) s = −excess, where Z is the
 * diagonal of positions, by conjugate gradients. They end when the residual is at most `tolerance` of the excess. The matrix is
 * well conditioned without more (its part of C has the eigenvalue 1 at the solution, for the vector of ones), so that some ten
 * rounds are enough. The workspace's.
 */
export function newtonDirection(
  columns: UnitColumns,
  positions: Float64Array,
  excess: Float64Array,
  tolerance: number,
  workspace: WeightWorkspace,
): Float64Array {
  const { members, observations } = columns;
  const mix = workspace.array('mix', observations);
  const scaled = workspace.array('scaled', members);
  const product = workspace.array('product', members);
  const residual = workspace.array('residual', members);
  const search = workspace.array('search', members);
  const step = workspace.array('step', members).fill(0);

  let norm = 0;
  for (let member = 0; member < members; member++) {
    residual[member] = -excess[member];
    search[member] = residual[member];
    norm += residual[member] * residual[member];
  }
  const goal = norm * tolerance * tolerance;
  for (let round = 0; round < members && norm > goal; round++) {
    for (let member = 0; member < members; member++) scaled[member] = positions[member] * search[member];
    multiplyCorrelation(columns, scaled, mix, product);
    let curvature = 0;
    for (let member = 0; member < members; member++) {
      product[member] = search[member] + positions[member] * product[member];
      curvature += search[member] * product[member];
    }
    const length = norm / curvature;
    let next = 0;
    for (let member = 0; member < members; member++) {
      step[member] += length * search[member];
      residual[member] -= length * product[member];
      next += residual[member] * residual[member];
    }
    for (let member = 0; member < members; member++) {
      search[member] = residual[member] + (next / norm) * search[member];
    }
    norm = next;
  }
  return step;
}
