import { RULE_NAMES, type RuleName } from './position-rules';
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from './strategy';

/** What the rules say by the bits of a signal. */
export const SIGNALS: Readonly<Record<RuleName, number>> = {
  entry_long: ENTER_LONG,
  exit_long: EXIT_LONG,
  entry_short: ENTER_SHORT,
  exit_short: EXIT_SHORT,
};

/** Rules side by side in one list, and partial exits, at most: the orders of a bar are bits of one number. */
export const MAXIMUM_ALTERNATIVES = 15;
export const MAXIMUM_REDUCTIONS = 8;

/** The position has been held as long as it may be. */
export const EXIT_BY_AGE = 16;

const FIRST_ALTERNATIVE_BIT = 5;
const ALTERNATIVE_BITS = 4;

/** Of a signal that no rule of a list decided. */
export const NO_ALTERNATIVE = (1 << ALTERNATIVE_BITS) - 1;

const FIRST_REDUCTION_BIT = FIRST_ALTERNATIVE_BIT + RULE_NAMES.length * ALTERNATIVE_BITS;

export const ANY_REDUCTION = ((1 << MAXIMUM_REDUCTIONS) - 1) << FIRST_REDUCTION_BIT;

/** The signal of the rule `name`, and by which rule of its list. */
export function orderOf(name: RuleName, alternative: number): number {
  return SIGNALS[name] | (alternative << bitOf(name));
}

export function reductionOrder(reduction: number): number {
  return 1 << (FIRST_REDUCTION_BIT + reduction);
}

/** By which rule of the list `name` orders that have its signal were decided. */
export function alternativeOf(orders: number, name: RuleName): number {
  return (orders >> bitOf(name)) & NO_ALTERNATIVE;
}

function bitOf(name: RuleName): number {
  return FIRST_ALTERNATIVE_BIT + RULE_NAMES.indexOf(name) * ALTERNATIVE_BITS;
}
