import { type CentredReturns } from './centre-returns';
import { shrinkCovariance } from './ledoit-wolf';
import { minimiseVariance } from './minimise-variance';
import { type WeightBounds } from './weight-bounds';
import { type WeightRefusal } from './weight-request';
import { type WeightWorkspace } from './weight-workspace';

/** The weights within the bounds whose variance by the Ledoit-Wolf covariance is least. */
export function minimumVariance(
  returns: CentredReturns,
  bounds: WeightBounds,
  workspace: WeightWorkspace,
): Float64Array | WeightRefusal {
  const { matrix } = shrinkCovariance(returns, workspace);
  const weights = minimiseVariance(matrix, returns.members, bounds);
  if (weights !== null) return weights;
  return {
    cause: 'singular',
    reason:
      `minimum variance has no weights here: the covariance of the ${returns.members} members is singular in their ` +
      `${returns.observations} returns; a longer lookback, fewer members or another method are needed`,
  };
}
