import type { Contract, MatchedFills } from '#engine/trades/round-trip';
import type { LockedPosition } from './positions';
import type { SymbolTerms } from './symbol-terms';

/** A position whose fills were matched again from some time on. */
export interface Rematched {
  readonly position: LockedPosition;
  readonly terms: SymbolTerms;
  readonly contract: Contract;
  /** Undefined: from its first fill on. */
  readonly start: Date | undefined;
  readonly fillIds: ReadonlySet<number>;
  readonly matched: MatchedFills;
  /** By the index of the round trip. */
  readonly funding: readonly (string | null)[];
}
