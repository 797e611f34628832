/**
 * The weights that a rebalance goes for where it may turn over at most `maximumTurnover`, Σ|new − drifted| / 2: from the
 * drifted weights towards the target, all by the same share of the way. Both have a weight per member of the universe, 0
 * where none is held. Without a limit, or where the whole way is allowed, the target itself.
 */
export function limitTurnover(
  target: Float64Array,
  drifted: Float64Array,
  maximumTurnover: number | null,
): Float64Array {
  if (maximumTurnover === null) return target;
  let turnover = 0;
  for (let member = 0; member < target.length; member++) {
    turnover += Math.abs(target[member] - drifted[member]) / 2;
  }
  if (turnover <= maximumTurnover) return target;
  const share = maximumTurnover / turnover;
  return target.map((weight, member) => drifted[member] + share * (weight - drifted[member]));
}
