import { randomWalkCandles } from '../../test/random-walk-candles';
import { search, SEARCH, settingOf, triedOf } from '../../test/search-stage';
import { joinCandleColumns, sliceCandleColumns } from '../market/candle-columns';
import { runBacktest } from '../backtest/run-backtest';
import { assembleSweep } from './assemble-sweep';
import { reachVerdict } from './reach-verdict';
import { type ChunkResult } from './run-combinations';
import { planSweep } from './validation-plan';

describe('a sweep', () => {
  const setting = settingOf({});
  const plan = planSweep(setting, triedOf({}), 40, SEARCH);

  it('has the figures of a backtest for each combination, in grid order, and the best of them', () => {
    const result = assembleSweep(plan, search(plan, 3));
    const reports = plan.combinations.map(
      (parameters) => runBacktest({ ...setting, tradeFrom: 40, parameters }).metrics,
    );
    expect(result.rows).toEqual(
      reports.map(({ sharpeRatio, totalReturn, maxDrawdown, trades }, index) => ({
        parameters: plan.combinations[index],
        score: sharpeRatio,
        sharpeRatio,
        totalReturn,
        maxDrawdown,
        trades,
      })),
    );
    const ratios = reports.map(({ sharpeRatio }) => sharpeRatio!);
    expect(result.best).toBe(ratios.indexOf(Math.max(...ratios)));
    expect(result.trials).toBe(9);
    expect(result.overfitting!.blocks).toBe(16);
    expect(result.significance!.deflatedSharpeRatio).toBeLessThan(
      result.significance!.probabilisticSharpeRatio!,
    );
    expect(result.warnings).toEqual([]);
  });

  it('says as a backtest does that funding is expected and there is none', () => {
    const execution = { ...setting.execution, funding: 'expected' } as const;
    const charged = { ...setting, execution };
    const warning = 'no funding data in the range: the run neither pays nor receives any';
    const parameters = plan.combinations[0];
    expect(runBacktest({ ...charged, tradeFrom: 40, parameters }).warnings).toContain(warning);
    expect(planSweep(charged, triedOf({}), 40, SEARCH).warnings).toEqual([warning]);
  });

  it('says as a backtest does what is missing in the range', () => {
    const candles = joinCandleColumns([
      sliceCandleColumns(setting.candles, 0, 100),
      sliceCandleColumns(setting.candles, 107, 1_000),
    ]);
    const { warnings } = planSweep({ ...setting, candles }, triedOf({}), 40, SEARCH);
    expect(warnings).toEqual([
      expect.stringMatching(/^candles missing in the range, nothing was filled in: 7 \(/),
    ]);
  });

  it('has buy and hold beside it, as the backtests of the same bars have, and a verdict on the best', () => {
    const { best, rows, benchmark, verdict, significance, overfitting } = assembleSweep(plan, search(plan));
    const { benchmark: held } = runBacktest({
      ...setting,
      tradeFrom: 40,
      parameters: plan.combinations[best!],
    });
    const { totalReturn, sharpeRatio, maxDrawdown } = held;
    expect(benchmark).toEqual({ totalReturn, sharpeRatio, maxDrawdown });
    expect(verdict).toEqual(
      reachVerdict({
        isOutOfSample: false,
        deflatedSharpeRatio: significance!.deflatedSharpeRatio,
        probabilityOfBacktestOverfitting: overfitting!.probability,
        tStatistic: significance!.tStatistic,
        trades: rows[best!].trades,
        totalReturn: rows[best!].totalReturn,
        benchmarkReturn: totalReturn,
      }),
    );
  });

  it('is the same however it was cut and through JSON', () => {
    const expected = JSON.stringify(assembleSweep(plan, search(plan, 1)));
    for (const chunks of [2, 9, 50]) {
      const results = JSON.parse(JSON.stringify(search(plan, chunks))) as ChunkResult[];
      expect(JSON.stringify(assembleSweep(plan, results.toReversed()))).toBe(expected);
    }
  });

  it('has no best where no combination makes the trades requested', () => {
    const strict = planSweep(setting, triedOf({}), 40, { ...SEARCH, minimumTrades: 1_000 });
    expect(assembleSweep(strict, search(strict))).toMatchObject({
      best: null,
      significance: null,
      warnings: ['no combination made 1000 trades and had a sharpe_ratio'],
    });
  });

  it('refuses an empty range and one that warms nothing up', () => {
    expect(() => planSweep(setting, triedOf({}), 1_000, SEARCH)).toThrow(
      'the range has 0 candles, at least 2',
    );
    const short = { ...setting, candles: randomWalkCandles(11, 1) };
    expect(() => planSweep(short, triedOf({}), 0, SEARCH)).toThrow(
      'sma_cross needs at least 10 candles to warm up',
    );
  });
});
