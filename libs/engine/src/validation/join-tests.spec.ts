import { planOf, search } from '../../test/search-stage';
import { runBacktest } from '../backtest/run-backtest';
import { sliceCandleColumns } from '../market/candle-columns';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { assembleWalkForward } from './assemble-walk-forward';
import { joinTests } from './join-tests';
import { spanSimulators } from './simulate-span';
import { stitchWindows } from './stitch-windows';

describe('joinTests', () => {
  const plan = planOf();
  const { joined, summary, windows } = assembleWalkForward(plan, search(plan));
  /** Each test as a backtest of its own. */
  const tests = windows.map(({ bestParameters }, index) =>
    runBacktest({
      ...plan.setting,
      candles: sliceCandleColumns(plan.setting.candles, 0, plan.windows[index].testTo),
      tradeFrom: plan.windows[index].testFrom,
      parameters: bestParameters,
    }),
  );

  it('has the trades of each test with its window', () => {
    expect(joined.trades).toEqual(
      tests.flatMap(({ trades }, window) => trades.map((trade) => ({ ...trade, window }))),
    );
  });

  it('measures the tests as one account', () => {
    const { metrics } = joined;
    expect(metrics.totalReturn).toBeCloseTo(summary.outOfSampleReturn, 12);
    expect(metrics.maxDrawdown).toBeCloseTo(summary.outOfSampleMaxDrawdown, 12);
    expect(metrics.sharpeRatio).toBeCloseTo(summary.outOfSampleSharpe!, 9);
    expect(metrics.trades).toBe(tests.reduce((sum, { trades }) => sum + trades.length, 0));
    const held = tests.map((test) => test.metrics.exposure! * test.bars);
    const bars = tests.reduce((sum, test) => sum + test.bars, 0);
    expect(metrics.exposure).toBeCloseTo(held.reduce((a, b) => a + b) / bars, 12);
  });

  it('annualises by the time of the tests, not by that between them', () => {
    const simulate = spanSimulators(plan.setting, new IndicatorMemo())(windows[0].bestParameters);
    const spans = [
      { from: 40, to: 140 },
      { from: 200, to: 300 },
    ];
    const runs = spans.map((span) => simulate(span));
    const pairs = spans.map((span, index) => ({ span, run: runs[index] }));
    const { metrics } = joinTests(plan.setting, pairs, stitchWindows(runs));
    const { openTime } = plan.setting.candles;
    // The definition of CAGR; years are the 365.25 days in which there was an account.
    const milliseconds = openTime[140] - openTime[40] + (openTime[299] - openTime[200]);
    const years = milliseconds / (365.25 * 86_400_000);
    expect(metrics.totalReturn).not.toBe(0);
    expect(metrics.cagr).toBeCloseTo((1 + metrics.totalReturn) ** (1 / years) - 1, 12);
    expect(metrics.calmarRatio).toBeCloseTo(metrics.cagr! / metrics.maxDrawdown, 12);
  });

  it('weighs what each test traded by what the account is worth when it begins', () => {
    let level = 1;
    let traded = 0;
    let worth = 0;
    let bars = 0;
    for (const { metrics, equity } of tests) {
      const mean = equity.reduce((sum, value) => sum + value) / equity.length;
      traded += level * metrics.turnover! * mean;
      worth += level * mean * equity.length;
      bars += equity.length;
      level *= 1 + metrics.totalReturn;
    }
    expect(joined.metrics.turnover).toBeCloseTo(traded / (worth / bars), 9);
  });
});
