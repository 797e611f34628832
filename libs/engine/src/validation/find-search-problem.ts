import { type IndicatorMemo } from '../indicators/indicator-memo';
import { type ValidationPlan } from './validation-plan';

/**
 * What makes a search useless on its candles, as a backtest of its first combination would say it: undefined when one
 * combination, at least, can work. Those that cannot make no trade. `indicators` is a memo of the plan's candles.
 */
export function findSearchProblem(
  { setting: { strategy, candles }, combinations }: ValidationPlan,
  indicators: IndicatorMemo,
): string | undefined {
  let first: string | undefined;
  for (const parameters of combinations) {
    const problem = strategy.findProblem?.(candles, parameters, indicators);
    if (problem === undefined) return undefined;
    first ??= problem;
  }
  return first;
}
