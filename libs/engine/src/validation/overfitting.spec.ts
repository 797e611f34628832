import { allocateCandleColumns, type CandleColumns } from '../market/candle-columns';
import { PLAIN_EXECUTION } from '../backtest/execution';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { resolveStrategy } from '../strategies/registry';
import { assembleSweep } from './assemble-sweep';
import { assembleWalkForward } from './assemble-walk-forward';
import { allCombinations, readParameterGrid } from './parameter-grid';
import { planWindows } from './plan-windows';
import { runCombinations } from './run-combinations';
import { chunkSearch } from './search-chunks';
import { seededRandom } from '../seeded-random';
import { planSweep, planWalkForward, type ValidationPlan } from './validation-plan';

/**
 * What the probabilities are for: they separate luck from skill. The thresholds follow from the definitions (a probability of
 * overfitting near one half, a deflated Sharpe ratio that is rarely high without skill), not from measured values.
 */
const BARS = 1_500;
const GRID = { fast: [2, 3, 5, 8, 12, 17, 23], slow: [25, 30, 40, 55, 75, 100] };

/** A walk without drift; with `persistence` above 0 each day tends to repeat the one before, which averages can use. */
function walkCandles(seed: number, persistence: number): CandleColumns {
  const random = seededRandom(seed);
  const candles = allocateCandleColumns(BARS);
  let price = 100;
  let change = 0;
  for (let bar = 0; bar < BARS; bar++) {
    const open = price;
    const shock = random() + random() + random() - 1.5;
    change = persistence * change + Math.sqrt(1 - persistence ** 2) * shock * 0.02;
    price *= Math.exp(change);
    candles.openTime[bar] = Date.UTC(2020, 0, 1) + bar * 86_400_000;
    candles.open[bar] = open;
    candles.high[bar] = Math.max(open, price);
    candles.low[bar] = Math.min(open, price);
    candles.close[bar] = price;
    candles.volume[bar] = 1;
  }
  return candles;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function plans(
  candles: CandleColumns,
  grid: unknown,
): { sweep: ValidationPlan; walkForward: ValidationPlan } {
  const { strategy, parameters } = resolveStrategy('sma_cross', {});
  const execution = { ...PLAIN_EXECUTION, allowShort: true };
  const setting = { candles, intervalSeconds: 86_400, calendar: '24x7', strategy, execution } as const;
  const tried = allCombinations(readParameterGrid(strategy, parameters, [], grid));
  const request = { mode: 'rolling', lengths: { splits: 5 }, purgeBars: 0, embargoBars: 0 } as const;
  const search = { objective: 'sharpe_ratio', minimumTrades: 5 } as const;
  return {
    sweep: planSweep(setting, tried, 100, search),
    walkForward: planWalkForward(setting, tried, planWindows(candles, 100, request), search),
  };
}

function judge(candles: CandleColumns, grid: unknown) {
  const { sweep, walkForward } = plans(candles, grid);
  const results = (plan: ValidationPlan) =>
    chunkSearch(plan, 1).map((chunk) => runCombinations(plan, chunk, new IndicatorMemo()));
  return {
    sweep: assembleSweep(sweep, results(sweep)),
    walkForward: assembleWalkForward(walkForward, results(walkForward)),
  };
}

describe('42 combinations on random walks, where nothing can be found', () => {
  const found = Array.from({ length: 16 }, (_, seed) => judge(walkCandles(seed + 1, 0), GRID));

  it('have a probability of overfitting around one half', () => {
    const probabilities = found.map(({ sweep }) => sweep.overfitting!.probability);
    expect(mean(probabilities)).toBeGreaterThan(0.35);
    expect(mean(probabilities)).toBeLessThan(0.65);
  });

  it('show a best Sharpe ratio that looks good and does not survive deflation', () => {
    const significance = found.map(({ sweep }) => sweep.significance!);
    const naive = significance.map(({ probabilisticSharpeRatio }) => probabilisticSharpeRatio!);
    const deflated = significance.map(({ deflatedSharpeRatio }) => deflatedSharpeRatio!);
    expect(mean(naive)).toBeGreaterThan(0.75);
    expect(mean(deflated)).toBeLessThan(0.6);
    expect(deflated.filter((value) => value > 0.95).length).toBeLessThanOrEqual(2);
  });

  it('keep little of the training out of sample', () => {
    const outOfSample = found.map(({ walkForward }) => walkForward.summary.outOfSampleSharpe!);
    const inSample = found.map(({ walkForward }) =>
      mean(walkForward.windows.map((window) => window.inSample.sharpeRatio!)),
    );
    expect(mean(inSample)).toBeGreaterThan(0.4);
    expect(Math.abs(mean(outOfSample))).toBeLessThan(0.25);
    const deflated = found.map(({ walkForward }) => walkForward.summary.deflatedSharpeRatio!);
    expect(mean(deflated)).toBeLessThan(0.5);
  });
});

describe('a real edge: trends that the fast averages of the grid can follow and the slow ones cannot', () => {
  const found = Array.from({ length: 6 }, (_, seed) =>
    judge(walkCandles(seed + 1, 0.6), { fast: [2, 20], slow: [5, 50, 75, 100] }),
  );

  it('has a probability of overfitting near 0, and survives deflation', () => {
    for (const { sweep, walkForward } of found) {
      expect(sweep.overfitting!.probability).toBeLessThan(0.05);
      expect(sweep.significance!.deflatedSharpeRatio).toBeGreaterThan(0.95);
      expect(walkForward.summary.probabilityOfBacktestOverfitting).toBeLessThan(0.05);
      expect(walkForward.summary.probabilisticSharpeRatio).toBeGreaterThan(0.95);
      expect(walkForward.summary.consistency).toBeGreaterThanOrEqual(0.8);
    }
  });
});
