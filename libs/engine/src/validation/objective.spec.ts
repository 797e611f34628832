import { candlesFromPrices } from '../../test/candles-from-prices';
import { randomWalkCandles } from '../../test/random-walk-candles';
import { PLAIN_EXECUTION } from '../backtest/execution';
import { runBacktest } from '../backtest/run-backtest';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { type CandleColumns } from '../market/candle-columns';
import { ENTER_LONG, EXIT_LONG, type Strategy } from '../backtest/strategy';
import { resolveStrategy } from '../strategies/registry';
import { measureSpan, sampleSpan } from './measure-span';
import { bestOf, NOTHING_LOST, OBJECTIVES, scoreOf } from './objective';
import { spanSimulators } from './simulate-span';
import { scripted } from '../../test/run-scripted';

function scores(candles: CandleColumns, strategy: Strategy, minimumTrades: number) {
  const setting = {
    candles,
    intervalSeconds: 86_400,
    calendar: '24x7',
    strategy,
    execution: PLAIN_EXECUTION,
  } as const;
  const run = spanSimulators(setting, new IndicatorMemo())({ fast: 5, slow: 20 })({
    from: 0,
    to: candles.length,
  });
  const figures = measureSpan(run, sampleSpan(run.openTime, setting));
  return Object.fromEntries(OBJECTIVES.map((name) => [name, scoreOf(name, minimumTrades, run, figures)]));
}

it("is the report's figure of that name", () => {
  const candles = randomWalkCandles(600, 8);
  const resolved = resolveStrategy('sma_cross', { fast: 5, slow: 20 });
  const { metrics } = runBacktest({
    candles,
    tradeFrom: 0,
    intervalSeconds: 86_400,
    calendar: '24x7',
    ...resolved,
    execution: PLAIN_EXECUTION,
  });
  expect(scores(candles, resolved.strategy as Strategy, 5)).toEqual({
    sharpe_ratio: metrics.sharpeRatio,
    total_return: metrics.totalReturn,
    calmar_ratio: metrics.calmarRatio,
    sortino_ratio: metrics.sortinoRatio,
    system_quality_number: metrics.systemQualityNumber,
    profit_factor: metrics.profitFactor,
  });
  expect(Object.values(metrics)).not.toContain(null);
  const tooFew = Object.values(scores(candles, resolved.strategy as Strategy, metrics.trades + 1));
  expect(tooFew).toEqual([null, null, null, null, null, null]);
});

it('of a gain without any loss is the largest number, but only where the loss is the denominator', () => {
  const rising = candlesFromPrices([100, 101, 102, 104, 105, 107]);
  expect(scores(rising, scripted(ENTER_LONG, 0, EXIT_LONG), 1)).toMatchObject({
    total_return: expect.closeTo(104 / 101 - 1, 14),
    calmar_ratio: NOTHING_LOST,
    sortino_ratio: NOTHING_LOST,
    system_quality_number: null,
    profit_factor: NOTHING_LOST,
  });
  expect(JSON.parse(JSON.stringify(NOTHING_LOST))).toBe(NOTHING_LOST);
});

it('is null where nothing was gained and nothing lost', () => {
  expect(scores(candlesFromPrices([100, 100, 100, 100]), scripted(ENTER_LONG, 0, EXIT_LONG), 1)).toEqual({
    sharpe_ratio: null,
    total_return: 0,
    calmar_ratio: null,
    sortino_ratio: null,
    system_quality_number: null,
    profit_factor: null,
  });
});

it.each([
  [[1, 3, 2], 1],
  [[3, 3, 3], 0],
  [[null, -5, null], 1],
  [[null, null], 0],
  [[-1, null, -1, 0, 0], 3],
  [[2, NOTHING_LOST, NOTHING_LOST], 1],
])('the best of %p is number %i', (given, expected) => {
  expect(bestOf(given)).toBe(expected);
});
