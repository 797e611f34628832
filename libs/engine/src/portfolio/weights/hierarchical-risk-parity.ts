import { type CentredReturns } from './centre-returns';
import { correlate } from './correlation';
import { orderLeaves } from './order-leaves';
import { wardLinkage } from './ward-linkage';
import { type WeightWorkspace } from './weight-workspace';

/**
 * Weights with the sum 1: members are put in a row by Ward's clustering on the distance √((1 − correlation) / 2), and the row is
 * halved again and again, the capital between the halves in inverse proportion to their variances at inverse-variance weights.
 * Of an odd number the right half gets the one more.
 *
 * Source: M. López de Prado, Building diversified portfolios that outperform out of sample, Journal of Portfolio Management 42(4)
 * (2016). The linkage and the order of the row are skfolio's: the article's code links once more by distances between columns.
 */
export function hierarchicalRiskParity(returns: CentredReturns, workspace: WeightWorkspace): Float64Array {
  const { members, variances } = returns;
  const correlation = correlate(returns, workspace);
  const distances = workspace.array('distances', members * members);
  for (let at = 0; at < distances.length; at++) distances[at] = Math.sqrt((1 - correlation[at]) / 2);
  const linked = workspace.array('linked', members * members);
  linked.set(distances);
  const row = orderLeaves(wardLinkage(linked, members), distances, members, workspace);

  const weights = new Float64Array(members).fill(1);
  const halve = (from: number, to: number) => {
    if (to - from < 2) return;
    const middle = from + Math.floor((to - from) / 2);
    const left = clusterVariance(row.slice(from, middle), correlation, variances);
    const right = clusterVariance(row.slice(middle, to), correlation, variances);
    // Neither is less of a risk where both have none.
    const leftShare = left + right > 0 ? 1 - left / (left + right) : 0.5;
    for (let index = from; index < to; index++) {
      weights[row[index]] *= index < middle ? leftShare : 1 - leftShare;
    }
    halve(from, middle);
    halve(middle, to);
  };
  halve(0, members);
  return weights;
}

/** The variance of a cluster whose members are weighted by 1 / variance; rounding alone would make it negative. */
function clusterVariance(
  cluster: readonly number[],
  correlation: Float64Array,
  variances: Float64Array,
): number {
  const members = variances.length;
  const shares = cluster.map((member) => 1 / Math.sqrt(variances[member]));
  let variance = 0;
  let sum = 0;
  cluster.forEach((member, index) => {
    const from = member * members;
    let covariance = 0;
    for (let other = 0; other < cluster.length; other++) {
      covariance += correlation[from + cluster[other]] * shares[other];
    }
    variance += covariance * shares[index];
    sum += shares[index] * shares[index];
  });
  return Math.max(0, variance) / (sum * sum);
}
