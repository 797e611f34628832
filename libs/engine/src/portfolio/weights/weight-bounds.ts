import { type Weighting } from '../portfolio-settings';

/** What the weights of a decision must keep: floor ≤ each ≤ cap, and their sum. */
export interface WeightBounds {
  readonly floor: number;
  readonly cap: number;
  readonly sum: number;
}

export function boundsOf({ minimumWeight, maximumWeight, cashShare }: Weighting): WeightBounds {
  return { floor: minimumWeight, cap: maximumWeight, sum: 1 - cashShare };
}

/** Settings are decimal: 3 members at most 0.333… each, or a cash share of 1 − 0.7, are meant to fit. */
export const ROUNDING = 1e-9;

const text = (value: number) => String(Number(value.toPrecision(6)));

const counted = (members: number) => (members === 1 ? '1 member' : `${members} members`);

/**
 * Why no weights of so many members keep the bounds, with what is allowed instead; null where some do. A request can be
 * checked by it with the size of the universe, a decision with the members that are chosen.
 */
export function findBoundsProblem(weighting: Weighting, members: number): string | null {
  const { floor, cap, sum } = boundsOf(weighting);
  if (members === 0) return 'no member is chosen';
  if (floor > cap) return `min_weight ${text(floor)} is above max_weight ${text(cap)}`;
  if (cap * members < sum - ROUNDING) {
    return (
      `${counted(members)} with max_weight ${text(cap)} can hold ${text(cap * members)} of the equity at most, and cash is ` +
      `${text(1 - sum)}: max_weight must be at least ${text(sum / members)}, or cash at least ${text(1 - cap * members)}`
    );
  }
  if (floor * members > sum + ROUNDING) {
    return (
      `${counted(members)} with min_weight ${text(floor)} hold ${text(floor * members)} of the equity at least, and ${text(sum)} is ` +
      `theirs: min_weight must be at most ${text(sum / members)}`
    );
  }
  return null;
}
