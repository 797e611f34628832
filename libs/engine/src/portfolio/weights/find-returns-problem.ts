import { type CentredReturns } from './centre-returns';
import { type WeightRefusal, type WeightRequest } from './weight-request';

const FEWEST_RETURNS = 2;
/** As in the Sharpe ratio: rounding alone makes some of it. */
const LEAST_DEVIATION = 1e-12;

/** Why no method can read these returns; null where all can. */
export function findReturnsProblem({ names, returns }: WeightRequest): WeightRefusal | null {
  const observations = returns.length / names.length;
  if (observations < FEWEST_RETURNS) {
    return {
      cause: 'unusable_returns',
      reason: `lookback must give at least ${FEWEST_RETURNS} returns, not ${observations}`,
    };
  }
  let at = 0;
  // What is not finite makes NaN of itself; a call for each of a million returns would take longer than their covariance.
  while (at < returns.length && returns[at] - returns[at] === 0) at++;
  if (at === returns.length) return null;
  return {
    cause: 'unusable_returns',
    reason: `${names[at % names.length]} has a close of 0, or none, in the lookback`,
  };
}

/** Which member's price did not move; null where all did. */
export function findStillMember(
  names: readonly string[],
  { variances, observations }: CentredReturns,
): WeightRefusal | null {
  const still = variances.findIndex((variance) => !(Math.sqrt(variance) >= LEAST_DEVIATION));
  if (still < 0) return null;
  return {
    cause: 'no_variance',
    reason: `${names[still]} has no variance in the ${observations} returns of the lookback: weights by risk need one of every member`,
  };
}
