import { boundsOf, ROUNDING } from './weight-bounds';
import { type WeightRefusal, type WeightRequest } from './weight-request';

/**
 * The given weights as they are: what the members have not is cash, and so is the share of a member that is not chosen.
 * Refused where there is none per member, where one is beyond the cap or under the floor by its size, or where their sizes add
 * up to more than the cash share leaves.
 */
export function givenWeights({ weighting, names, given }: WeightRequest): Float64Array | WeightRefusal {
  const { floor, cap, sum } = boundsOf(weighting);
  if (given?.length !== names.length) {
    return refuse(
      `values must have a weight for each of the ${names.length} members, not ${given?.length ?? 0}`,
    );
  }
  let gross = 0;
  for (const [member, weight] of given.entries()) {
    const size = Math.abs(weight);
    if (!(size <= cap + ROUNDING))
      return refuse(`the weight of ${names[member]}, ${weight}, is beyond max_weight ${cap}`);
    if (size < floor - ROUNDING)
      return refuse(`the weight of ${names[member]}, ${weight}, is below min_weight ${floor}`);
    gross += size;
  }
  if (gross <= sum + ROUNDING) return given.slice();
  return refuse(
    `the weights add up to ${Number(gross.toPrecision(9))}, and at most ${Number(sum.toPrecision(9))} of the equity is theirs`,
  );
}

const refuse = (reason: string): WeightRefusal => ({ cause: 'infeasible', reason });
