import { type CentredReturns } from './centre-returns';
import { multiplyCorrelation, type UnitColumns } from './multiply-correlation';
import { newtonDirection } from './newton-direction';
import { searchLength } from './search-length';
import { type WeightRefusal } from './weight-request';
import { type WeightWorkspace } from './weight-workspace';

/** Largest |w_i (S w)_i × members / (w' S w) − 1| of an answer. */
const PRECISION = 1e-10;
/** Length of the excess below which Newton's whole step is safe, and squares it. */
const NEAR = 0.1;
const MOST_STEPS = 50;
/**
 * A mix with less than this share of the volatility of its members counts as one without: what hedges all but a thousandth is
 * found where there are hardly more returns than members, and is no property of the members.
 */
const LEAST_VOLATILITY = 1e-3;

/**
 * Weights with the sum 1 whose shares of the portfolio's variance, w_i (S w)_i, are equal to 1e-10 for the sample's covariance
 * S: the minimum of z' C z / 2 − Σ log z over positions z in units of volatility, C the correlation, which is convex and has
 * one solution unless a long-only mix of the members has no variance. Then there are no such weights, and it is refused: so
 * it may be with fewer returns than members, and so it is for two members of which one mirrors the other.
 *
 * Source: F. Spinu, An algorithm for computing risk parity weights (2013). Newton's steps are computed by conjugate
 * gradients on the returns themselves: no covariance matrix is made.
 */
export function riskParity(
  returns: CentredReturns,
  workspace: WeightWorkspace,
): Float64Array | WeightRefusal {
  const { members, observations, variances } = returns;
  const columns = unitColumns(returns);
  const mix = workspace.array('mix', observations);
  const product = workspace.array('positions product', members);
  const excess = workspace.array('excess', members);
  const moved = workspace.array('moved', members);
  const along = workspace.array('along', members);

  const positions = workspace.array('positions', members).fill(1);
  multiplyCorrelation(columns, positions, mix, product);
  positions.fill(Math.sqrt(members / sumOf(product)));

  for (let step = 0; step < MOST_STEPS; step++) {
    // The volatility of positions is √members at the solution: where it takes huge ones to have it, they cancel each other.
    if (!(sumOf(positions) * LEAST_VOLATILITY < Math.sqrt(members))) break;
    multiplyCorrelation(columns, positions, mix, product);
    let largest = 0;
    for (let member = 0; member < members; member++) {
      excess[member] = positions[member] * product[member] - 1;
      largest = Math.max(largest, Math.abs(excess[member]));
    }
    if (largest <= PRECISION) return toWeights(positions, variances);

    const distance = Math.sqrt(dot(excess, excess));
    const direction = newtonDirection(columns, positions, excess, Math.min(NEAR, distance), workspace);
    let length = 1;
    if (distance > NEAR) {
      for (let member = 0; member < members; member++) moved[member] = positions[member] * direction[member];
      multiplyCorrelation(columns, moved, mix, along);
      length = searchLength(direction, dot(moved, product), dot(moved, along));
    }
    for (let member = 0; member < members; member++) positions[member] *= 1 + length * direction[member];
  }
  return {
    cause: 'singular',
    reason:
      `risk parity has no weights here: a long-only mix of the ${members} members has almost no variance in their ` +
      `${observations} returns; a longer lookback, fewer members or another method are needed`,
  };
}

/** In place: the centred returns of each member get the length 1. */
function unitColumns({ members, observations, columns, variances }: CentredReturns): UnitColumns {
  for (let member = 0; member < members; member++) {
    const scale = 1 / Math.sqrt(variances[member] * (observations - 1));
    const end = (member + 1) * observations;
    for (let at = member * observations; at < end; at++) columns[at] *= scale;
  }
  return { members, observations, columns };
}

function toWeights(positions: Float64Array, variances: Float64Array): Float64Array {
  const weights = positions.map((position, member) => position / Math.sqrt(variances[member]));
  const sum = sumOf(weights);
  return weights.map((weight) => weight / sum);
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index++) sum += left[index] * right[index];
  return sum;
}
