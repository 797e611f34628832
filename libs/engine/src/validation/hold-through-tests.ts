import { holdingExecution } from '../backtest/holding-execution';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { buyAndHold } from '../strategies/buy-and-hold';
import { measureSpan, sampleSpan } from './measure-span';
import { spanSimulators, TrialSetting } from './simulate-span';
import { WalkForwardWindow } from './walk-forward-windows';

/** Fractions, as in a backtest's report; the Sharpe ratio is annualised, null where undefined. */
export interface HoldingFigures {
  readonly totalReturn: number;
  readonly sharpeRatio: number | null;
  readonly maxDrawdown: number;
}

/**
 * Buy and hold beside the tests: bought once and held from the first test's first bar to the last test's last, gaps
 * between tests included, with the costs of the execution and all of the capital.
 */
export function holdThroughTests(
  setting: TrialSetting,
  windows: readonly WalkForwardWindow[],
): HoldingFigures {
  const held = { ...setting, strategy: buyAndHold, execution: holdingExecution(setting.execution) };
  const span = { from: windows[0].testFrom, to: windows.at(-1)!.testTo };
  const run = spanSimulators(held, new IndicatorMemo())({})(span);
  const { totalReturn, sharpeRatio, maxDrawdown } = measureSpan(run, sampleSpan(run.openTime, setting));
  return { totalReturn, sharpeRatio, maxDrawdown };
}
