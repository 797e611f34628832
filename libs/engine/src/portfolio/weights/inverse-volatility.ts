import { type CentredReturns } from './centre-returns';

/** Weights in proportion to 1 / standard deviation of returns, with the sum 1. */
export function inverseVolatility({ members, variances }: CentredReturns): Float64Array {
  const weights = new Float64Array(members);
  let sum = 0;
  for (let member = 0; member < members; member++) {
    weights[member] = 1 / Math.sqrt(variances[member]);
    sum += weights[member];
  }
  return weights.map((weight) => weight / sum);
}
