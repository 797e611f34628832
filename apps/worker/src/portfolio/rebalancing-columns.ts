import { isHeld } from '#domain/portfolios/member-weights';
import type { StoredRebalancings } from '#domain/portfolios/stored-rebalancings';
import { bytesOfDoubles } from '#domain/records/doubles';
import type { Rebalancing } from '#engine/portfolio/portfolio';

/** What is stored of rebalancings of so many members. */
export function toRebalancingColumns(
  rebalancings: readonly Rebalancing[],
  members: number,
): StoredRebalancings {
  const weightsOf = (name: 'target' | 'drifted' | 'reached') => {
    const weights = new Float64Array(rebalancings.length * members);
    for (const [index, rebalancing] of rebalancings.entries())
      weights.set(rebalancing[name], index * members);
    return bytesOfDoubles(weights);
  };
  return {
    decidedAt: rebalancings.map(({ decidedAt }) => decidedAt),
    filledAt: rebalancings.map(({ filledAt }) => filledAt),
    held: rebalancings.map((rebalancing) => countHeld(rebalancing, members)),
    turnover: rebalancings.map(({ turnover }) => turnover),
    cost: rebalancings.map(({ cost }) => cost),
    target: weightsOf('target'),
    drifted: weightsOf('drifted'),
    reached: weightsOf('reached'),
  };
}

function countHeld({ target, drifted, reached }: Rebalancing, members: number): number {
  let held = 0;
  for (let member = 0; member < members; member++) if (isHeld(target, drifted, reached, member)) held++;
  return held;
}
