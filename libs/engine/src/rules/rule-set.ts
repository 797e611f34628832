import { RULE_NAMES, type RuleName } from '../backtest/position-rules';
import { type ConditionNode, type Quantity } from './rule-node';

/** One of the rules of a list: the first that holds decides. */
export interface Alternative {
  readonly when: ConditionNode;
  readonly tag?: string;
}

/** A partial exit of a position of the side; of any without. */
export interface ReduceRule extends Alternative {
  readonly fraction: Quantity;
  /** How often in one trade; as often as it holds without. */
  readonly times?: Quantity;
  readonly side?: 1 | -1;
}

/** Rules that were read, as plain data. */
export interface Rules {
  readonly lists: ReadonlyMap<RuleName, readonly Alternative[]>;
  /** Each list as one condition. */
  readonly conditions: ReadonlyMap<RuleName, ConditionNode>;
  readonly reduce: readonly ReduceRule[];
  /** Bars after which any position is left. */
  readonly maximumBars?: Quantity;
}

/** Whether rules depend on the position, or say more than a signal can. */
export function needPosition({ lists, reduce, maximumBars }: Rules): boolean {
  const alternatives = RULE_NAMES.flatMap((name) => lists.get(name) ?? []);
  return (
    maximumBars !== undefined ||
    reduce.length > 0 ||
    alternatives.some(({ when, tag }) => when.ofPosition || tag !== undefined)
  );
}

/** Every list and partial exit as one condition. */
export function conditionsOf({ conditions, reduce }: Rules): ConditionNode[] {
  return [...conditions.values(), ...reduce.map(({ when }) => when)];
}
