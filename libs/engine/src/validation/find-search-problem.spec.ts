import { randomWalkCandles } from '../../test/random-walk-candles';
import { BacktestRefusal } from '../backtest/backtest-refusal';
import { PLAIN_EXECUTION } from '../backtest/execution';
import { runBacktest } from '../backtest/run-backtest';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { compileRules } from '../rules/compile-rules';
import { findSearchProblem } from './find-search-problem';
import { planSweep } from './validation-plan';

/** Of a random walk at about 100: the root of close - `floor` is a value only where the price is above it. */
const { strategy } = compileRules({
  rules: { entry_long: { gt: [{ sqrt: { sub: ['close', { param: 'floor' }] } }, 1] } },
  floor: 50,
});
const candles = randomWalkCandles(300, 4);
const setting = {
  candles,
  intervalSeconds: 86_400,
  calendar: '24x7',
  strategy,
  execution: PLAIN_EXECUTION,
} as const;

function problemOf(...floors: number[]): string | undefined {
  const combinations = floors.map((floor) => ({ floor }));
  const request = { objective: 'sharpe_ratio', minimumTrades: 0 } as const;
  const plan = planSweep(setting, { combinations, skipped: 0 }, 0, request);
  return findSearchProblem(plan, new IndicatorMemo());
}

it('says of combinations that have no value anywhere what a backtest of the first one says', () => {
  const backtest = () => runBacktest({ ...setting, tradeFrom: 0, parameters: { floor: 1e6 } });
  expect(backtest).toThrow(BacktestRefusal);
  expect(problemOf(1e6, 2e6)).toMatch(/has no value on any of the 300 candles/);
  expect(backtest).toThrow(problemOf(1e6, 2e6));
});

it('is content when one combination can work', () => {
  expect(problemOf(1e6, 50)).toBeUndefined();
});
