/**
 * The rank of values[index] among all of them, 1 for the smallest; equal values share the mean of their ranks
 * (scipy.stats.rankdata's default). One pass, since a single rank needs no sorting.
 */
export function averageRank(values: Float64Array, index: number): number {
  const value = values[index];
  let below = 0;
  let equal = 0;
  for (let other = 0; other < values.length; other++) {
    if (values[other] < value) below++;
    else if (values[other] === value) equal++;
  }
  return below + (equal + 1) / 2;
}
