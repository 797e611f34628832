import { randomWalkCandles } from '../../test/random-walk-candles';
import { planOf, search, SEARCH, type Wanted } from '../../test/search-stage';
import { PLAIN_EXECUTION } from '../backtest/execution';
import { runBacktest } from '../backtest/run-backtest';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { sliceCandleColumns } from '../market/candle-columns';
import { assembleWalkForward } from './assemble-walk-forward';
import { type ChunkResult } from './run-combinations';

const walk = (wanted: Wanted = {}) => {
  const plan = planOf(wanted);
  return assembleWalkForward(plan, search(plan));
};

describe('a walk-forward', () => {
  const plan = planOf();
  const result = assembleWalkForward(plan, search(plan));

  it('is the same, byte for byte, however it was cut, in whatever order the parts came, and through JSON', () => {
    const expected = JSON.stringify({ ...result, equity: [...result.equity] });
    for (const chunks of [2, 5, 9, 45]) {
      const results = JSON.parse(JSON.stringify(search(plan, chunks))) as ChunkResult[];
      for (const order of [results, results.toReversed(), [...results.slice(3), ...results.slice(0, 3)]]) {
        const again = assembleWalkForward(planOf(), order, new IndicatorMemo(0));
        expect(JSON.stringify({ ...again, equity: [...again.equity] })).toBe(expected);
      }
    }
  });

  it('misses a part that was not computed', () => {
    const results = search(plan, 45);
    expect(() => assembleWalkForward(plan, results.slice(1))).toThrow(
      'no result for combination 0 of span 0',
    );
    expect(() => assembleWalkForward(plan, [])).toThrow('no result for combination 0 of span 0');
  });

  it('tests flat, warmed up on the bars before: as a backtest over the test', () => {
    result.windows.forEach(({ bestParameters, outOfSample }, index) => {
      const { testFrom, testTo } = plan.windows[index];
      const { metrics } = runBacktest({
        ...plan.setting,
        candles: sliceCandleColumns(plan.setting.candles, 0, testTo),
        tradeFrom: testFrom,
        parameters: bestParameters,
      });
      expect(outOfSample).toEqual({
        sharpeRatio: metrics.sharpeRatio,
        totalReturn: metrics.totalReturn,
        maxDrawdown: metrics.maxDrawdown,
        trades: metrics.trades,
      });
      expect(outOfSample.trades).toBeGreaterThan(0);
    });
  });

  it("is one account: the product of the tests' returns", () => {
    const product = result.windows.reduce(
      (level, { outOfSample }) => level * (1 + outOfSample.totalReturn),
      1,
    );
    expect(result.summary.outOfSampleReturn).toBeCloseTo(product - 1, 12);
    expect(result.equity[0]).toBe(1);
    expect(result.equity.at(-1)).toBeCloseTo(product, 12);
    expect(result.equity).toHaveLength(plan.windows.at(-1)!.testTo - plan.windows[0].testFrom);
    expect([...result.openTime]).toEqual([
      ...plan.setting.candles.openTime.subarray(plan.windows[0].testFrom, plan.windows.at(-1)!.testTo),
    ]);
  });

  it("has every window's choice and its scatter", () => {
    const { fast } = result.summary.parameterStability;
    expect(fast.values).toEqual(result.windows.map(({ bestParameters }) => bestParameters.fast));
    expect(result.summary.trials).toBe(9);
    const share = result.windows.filter(({ outOfSample }) => outOfSample.totalReturn > 0).length / 4;
    expect(result.summary.consistency).toBe(share);
  });

  it('does not know the future: other prices after a test leave that window alone', () => {
    const candles = randomWalkCandles(1_000, 6);
    const { testTo } = plan.windows[1];
    for (const column of [candles.open, candles.high, candles.low, candles.close]) {
      for (let bar = testTo; bar < candles.length; bar++) column[bar] *= 3;
    }
    const changed = walk({ candles });
    expect(changed.windows.slice(0, 2)).toEqual(result.windows.slice(0, 2));
    expect(changed.windows[3]).not.toEqual(result.windows[3]);
  });

  it('takes the first of the grid, and says so, where no combination makes the trades requested', () => {
    const { windows, warnings } = walk({ search: { ...SEARCH, minimumTrades: 1_000 } });
    expect(windows.map(({ bestParameters }) => bestParameters)).toEqual(
      new Array(4).fill({ fast: 3, slow: 10 }),
    );
    expect(warnings).toEqual([
      'no combination made 1000 trades and had a sharpe_ratio in the training of windows 0, 1, 2, 3: ' +
        'the first of the grid was taken',
    ]);
  });

  it('of one combination has no probability of overfitting and is not deflated', () => {
    const { summary, overfitting } = walk({ grid: { fast: [5], slow: [20] } });
    expect(overfitting).toBeNull();
    expect(summary).toMatchObject({
      trials: 1,
      deflatedSharpeRatio: null,
      probabilityOfBacktestOverfitting: null,
      parameterStability: { fast: { values: [5, 5, 5, 5], coefficientOfVariation: 0 } },
    });
    expect(summary.probabilisticSharpeRatio).not.toBeNull();
  });

  it('that never trades has null for what is undefined', () => {
    const { summary } = walk({ setting: { execution: { ...PLAIN_EXECUTION, lotSize: 1e9 } } });
    expect(summary).toMatchObject({
      outOfSampleSharpe: null,
      outOfSampleReturn: 0,
      outOfSampleMaxDrawdown: 0,
      tStatistic: null,
      walkForwardEfficiency: null,
      consistency: 0,
      probabilisticSharpeRatio: null,
      deflatedSharpeRatio: null,
      minTrackRecordLength: null,
      probabilityOfBacktestOverfitting: 1,
    });
  });

  it('of a losing training has no efficiency', () => {
    const candles = randomWalkCandles(1_000, 6);
    for (const column of [candles.open, candles.high, candles.low, candles.close]) {
      for (let bar = 0; bar < candles.length; bar++) column[bar] *= 0.99 ** bar;
    }
    const { windows, summary } = walk({
      candles,
      strategyName: 'buy_and_hold',
      grid: null,
      search: { ...SEARCH, minimumTrades: 1 },
    });
    expect(windows.every(({ inSample }) => inSample.totalReturn < 0)).toBe(true);
    expect(summary.walkForwardEfficiency).toBeNull();
    expect(summary.consistency).toBe(0);
    expect(summary.minTrackRecordLength).toBeNull();
  });

  it('over too few days says that overfitting cannot be judged', () => {
    const { summary, warnings } = walk({
      candles: randomWalkCandles(110, 6),
      windows: { lengths: { splits: 2 } },
      search: { ...SEARCH, minimumTrades: 0 },
    });
    expect(summary.probabilityOfBacktestOverfitting).toBeNull();
    expect(warnings).toContain('69 returns are too few to say how likely overfitting is');
  });

  it('says how many combinations find too little history', () => {
    expect(walk({ tradeFrom: 15 }).warnings).toContain(
      '6 of 9 combinations find only 15 candles to warm up on before the first span and give no signal until they have enough',
    );
  });

  it('says how many combinations carry averages on that have not settled', () => {
    const carried = { strategyName: 'ema_cross', grid: { fast: [5], slow: [10, 30] } };
    // By hand: of the slower average of 10 bars 9 + 115 + 1 candles, of 30 bars 29 + 346 + 1.
    const warningsFrom = (tradeFrom: number) =>
      walk({ ...carried, tradeFrom }).warnings.filter((warning) => warning.includes('settle'));
    const saying = (count: number, from: number) =>
      `${count} of 2 combinations carry averages on that do not settle on the ${from} candles before ` +
      'the first span: their first values depend on where the stored candles begin';
    expect(warningsFrom(20)).toEqual([saying(2, 20)]);
    expect(warningsFrom(125)).toEqual([saying(1, 125)]);
    expect(warningsFrom(376)).toEqual([]);
    expect(walk({ tradeFrom: 15 }).warnings.join()).not.toContain('settle');
  });

  it('refuses data that warms no combination up', () => {
    const wanted = {
      candles: randomWalkCandles(60, 6),
      grid: { fast: [5], slow: [50] },
      windows: { lengths: { splits: 2 } },
    };
    expect(() => planOf({ ...wanted, tradeFrom: 0 })).toThrow(
      'too little data: sma_cross needs at least 50 candles to warm up and 2 to trade with any of the parameters, ' +
        'there are 36 up to the end of the first training',
    );
  });
});
