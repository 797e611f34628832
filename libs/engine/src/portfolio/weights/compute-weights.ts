import { type WeightMethod } from '../portfolio-settings';
import { centreReturns, type CentredReturns } from './centre-returns';
import { findReturnsProblem, findStillMember } from './find-returns-problem';
import { fitToBounds } from './fit-to-bounds';
import { givenWeights } from './given-weights';
import { hierarchicalRiskParity } from './hierarchical-risk-parity';
import { inverseVolatility } from './inverse-volatility';
import { minimumVariance } from './minimum-variance';
import { riskParity } from './risk-parity';
import { boundsOf, findBoundsProblem } from './weight-bounds';
import { isWeightRefusal, type WeightRefusal, type WeightRequest } from './weight-request';
import { type WeightWorkspace } from './weight-workspace';

/** Whether a method reads returns, and with them the lookback. */
export function needsReturns(method: WeightMethod): boolean {
  return method !== 'equal' && method !== 'given';
}

/**
 * The weights of the chosen members as shares of the equity, in their order and good until the workspace's next use: at least
 * the floor, at most the cap, with the sum 1 − cash share; those of `given` as they are. Minimum variance is the minimum within these bounds; the other
 * methods know none, and their weights are brought within them by `fitToBounds`. Turnover is the account's to limit
 * (`limitTurnover`), as it knows what else is held. A refusal where the method has no answer or the constraints leave none.
 */
export function computeWeights(
  request: WeightRequest,
  workspace: WeightWorkspace,
): Float64Array | WeightRefusal {
  const { weighting, names } = request;
  if (weighting.method === 'given') return givenWeights(request);
  const problem = findBoundsProblem(weighting, names.length);
  if (problem !== null) return { cause: 'infeasible', reason: problem };
  const bounds = boundsOf(weighting);
  if (weighting.method === 'equal') {
    return workspace.array('equal', names.length).fill(bounds.sum / names.length);
  }

  const unusable = findReturnsProblem(request);
  if (unusable !== null) return unusable;
  const returns = centreReturns(request.returns, names.length, workspace);
  const still = findStillMember(names, returns);
  if (still !== null) return still;
  if (weighting.method === 'minimum_variance') return minimumVariance(returns, bounds, workspace);
  const weights = METHODS[weighting.method](returns, workspace);
  return isWeightRefusal(weights) ? weights : fitToBounds(weights, bounds);
}

/** Of the sum 1, without bounds. */
const METHODS: Record<
  Exclude<WeightMethod, 'equal' | 'given' | 'minimum_variance'>,
  (returns: CentredReturns, workspace: WeightWorkspace) => Float64Array | WeightRefusal
> = {
  inverse_volatility: inverseVolatility,
  risk_parity: riskParity,
  hierarchical_risk_parity: hierarchicalRiskParity,
};
