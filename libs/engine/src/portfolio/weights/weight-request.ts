import { type Weighting } from '../portfolio-settings';

/** What one decision is made of. Members are those that are chosen, in the order of the universe. */
export interface WeightRequest {
  readonly weighting: Weighting;
  /** How a refusal names each member; its length is their number. */
  readonly names: readonly string[];
  /**
   * Simple returns, observations × members, row by row, the oldest first (`simpleReturns` makes them). Only the methods of
   * `needsReturns` read them; for the others it may be empty.
   */
  readonly returns: Float64Array;
  /** Of `given` alone: the weights of these members. */
  readonly given: Float64Array | null;
}

type WeightRefusalCause =
  /** Cap, floor and cash share leave no weights for so many members, or given weights break them. */
  | 'infeasible'
  /** Fewer than two returns, or none that are finite. */
  | 'unusable_returns'
  /** A member whose price did not move, or moved by the same share in each bar. */
  | 'no_variance'
  /** A mix of the members has no variance, so that the method has no answer. */
  | 'singular';

/** Why there are no weights; the reason is written for the client and says what is allowed. */
export interface WeightRefusal {
  readonly cause: WeightRefusalCause;
  readonly reason: string;
}

export function isWeightRefusal(outcome: Float64Array | WeightRefusal): outcome is WeightRefusal {
  return !(outcome instanceof Float64Array);
}
