import { type WeightBounds } from './weight-bounds';

/**
 * Positive weights brought within bounds that some weights keep (`findBoundsProblem`): all are multiplied by the one number
 * with which they have the wanted sum when those above the cap are set to it and those below the floor to that. So what is
 * cut off at the cap goes to the others in proportion to their weights, what the floor takes comes from them alike, those
 * strictly between keep their ratios, and the order of the weights stays. A new array.
 */
export function fitToBounds(weights: Float64Array, { floor, cap, sum }: WeightBounds): Float64Array {
  const members = weights.length;
  const sorted = weights.slice().sort();
  const sums = new Float64Array(members + 1);
  for (let index = 0; index < members; index++) sums[index + 1] = sums[index] + sorted[index];

  // As the factor grows, the lowest leave the floor and the highest arrive at the cap: between two such events the sum is
  // linear in it. `floored` counts those at the floor, `capped` those at the cap.
  let floored = members;
  let capped = 0;
  while (floored > 0 || capped < members) {
    const leaves = floored > 0 ? floor / sorted[floored - 1] : Infinity;
    const arrives = capped < members ? cap / sorted[members - 1 - capped] : Infinity;
    const factor = Math.min(leaves, arrives);
    const free = sums[members - capped] - sums[floored];
    if (floored * floor + capped * cap + factor * free >= sum) break;
    if (leaves <= arrives) floored--;
    else capped++;
  }
  const free = sums[members - capped] - sums[floored];
  const factor = free > 0 ? (sum - floored * floor - capped * cap) / free : 0;
  const highest = capped > 0 ? sorted[members - capped] : Infinity;
  const lowest = floored > 0 ? sorted[floored - 1] : -Infinity;
  return weights.map((weight) => {
    if (weight >= highest) return cap;
    return weight <= lowest ? floor : Math.min(cap, Math.max(floor, factor * weight));
  });
}
