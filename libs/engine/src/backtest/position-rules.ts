/** The position at a close. */
export interface HeldPosition {
  readonly side: 1 | -1;
  /** Bars that it has been held, this one included. */
  readonly bars: number;
  /** With slippage. */
  readonly entryPrice: number;
  /** Of the price from the entry to this close, for the position; no costs are in it. */
  readonly unrealisedReturn: number;
}

export const RULE_NAMES = ['entry_long', 'exit_long', 'entry_short', 'exit_short'] as const;
export type RuleName = (typeof RULE_NAMES)[number];

/** A partial exit: this share of what is held. */
interface Reduction {
  readonly fraction: number;
  /** How often in one trade. */
  readonly times: number;
  readonly tag?: string;
}

/** Decisions that depend on the position or carry tags. They keep no state: the same bar and position, the same orders. */
export interface PositionRules {
  /** At the close of a bar, from it and those before: the bits of a signal, and those of position-orders.ts. */
  decide(bar: number, position: HeldPosition | null): number;
  /** By the number of the rule in its list; undefined: it has none. */
  readonly tags: Readonly<Record<RuleName, readonly (string | undefined)[]>>;
  readonly reductions: readonly Reduction[];
}
