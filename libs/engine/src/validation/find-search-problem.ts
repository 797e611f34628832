import { type IndicatorMemo } from '../indicators/indicator-memo';
import { isOfOneSeries } from './trial-setting';
import { type ValidationPlan } from './validation-plan';

/**
 * What makes a search useless on its candles, as a backtest of its first combination would say it: undefined when one
 * combination, at least, can work. Those that cannot make no trade. `indicators` is a memo of the plan's candles.
 */
export function findSearchProblem(
  { setting, combinations }: ValidationPlan,
  indicators: IndicatorMemo,
): string | undefined {
  let first: string | undefined;
  for (const parameters of combinations) {
    const problem = isOfOneSeries(setting)
      ? setting.strategy.findProblem?.(setting.candles, parameters, indicators, setting)
      : setting.findProblem(parameters);
    if (problem === undefined) return undefined;
    first ??= problem;
  }
  return first;
}
