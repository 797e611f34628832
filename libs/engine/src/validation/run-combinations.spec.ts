import { randomWalkCandles } from '../../test/random-walk-candles';
import { type Execution, PLAIN_EXECUTION } from '../backtest/execution';
import { runBacktest } from '../backtest/run-backtest';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { sliceCandleColumns } from '../market/candle-columns';
import { sampleReturns } from '../performance/sample-returns';
import { resolveStrategy } from '../strategies/registry';
import { allCombinations, readParameterGrid } from './parameter-grid';
import { planWindows } from './plan-windows';
import { type ChunkResult, runCombinations } from './run-combinations';
import { chunkSearch } from './search-chunks';
import { type SeriesTrials } from './trial-setting';
import { planWalkForward, type ValidationPlan } from './validation-plan';

const candles = randomWalkCandles(900, 4);

function planOf(
  strategyName: string,
  grid: unknown,
  execution: Partial<Execution> = {},
  length = candles.length,
): ValidationPlan<SeriesTrials> {
  const { strategy, parameters } = resolveStrategy(strategyName, {});
  const series = sliceCandleColumns(candles, 0, length);
  const setting = {
    candles: series,
    intervalSeconds: 86_400,
    calendar: '24x7',
    strategy,
    execution: { ...PLAIN_EXECUTION, takerFeeRate: 0.001, ...execution },
  } as const;
  const windows = planWindows(series, 60, {
    mode: 'rolling',
    lengths: { splits: 3 },
    purgeBars: 2,
    embargoBars: 0,
  });
  const tried = allCombinations(readParameterGrid(strategy, parameters, [], grid));
  return planWalkForward(setting, tried, windows, { objective: 'sharpe_ratio', minimumTrades: 3 });
}

function search(plan: ValidationPlan, chunks: number): ChunkResult[] {
  return chunkSearch(plan, chunks).map((chunk) => runCombinations(plan, chunk, new IndicatorMemo()));
}

const SMA_GRID = { fast: [3, 5, 8], slow: [10, 20, 40] };

describe.each([
  ['sma_cross', SMA_GRID, {}],
  ['donchian_breakout', { entry: [10, 20], exit: [5] }, { allowShort: true, lotSize: 0.01 }],
  ['rsi_reversion', { period: [7] }, { fill: 'close', stopLoss: { unit: 'atr', value: 2 } }],
  [
    'sma_cross',
    { fast: [4], slow: [12] },
    { sizing: { mode: 'volatility_target', value: 0.2 }, leverage: 2 },
  ],
  ['dca', { every_bars: [5, 20] }, {}],
  ['grid', { levels: [5, 10] }, {}],
] as const)('%s %j with %j', (name, grid, execution) => {
  const plan = planOf(name, grid, execution);
  const [chunk] = chunkSearch(plan, 1);
  const result = runCombinations(plan, chunk, new IndicatorMemo());

  it("finds in each span what a backtest over the span's dates with its history finds", () => {
    const { setting, combinations, spans } = plan;
    spans.forEach(({ from, to }, span) => {
      combinations.forEach((parameters, index) => {
        // Orders are laid out by the first candle: there, a backtest is given no more than it requires.
        const first = 'orders' in setting.strategy ? from - setting.strategy.warmup(parameters) : 0;
        const { metrics } = runBacktest({
          ...setting,
          candles: sliceCandleColumns(candles, first, to),
          tradeFrom: from - first,
          parameters,
        });
        const at = span * combinations.length + index;
        expect([
          result.sharpeRatios[at],
          result.totalReturns[at],
          result.maxDrawdowns[at],
          result.trades[at],
        ]).toEqual([metrics.sharpeRatio, metrics.totalReturn, metrics.maxDrawdown, metrics.trades]);
      });
    });
    expect(result.trades.some((trades) => trades > 0)).toBe(true);
  });

  it('finds the same where columns have to make room for others and are written over', () => {
    const roomForOne = new IndicatorMemo(candles.close.byteLength);
    expect(runCombinations(plan, chunk, roomForOne)).toEqual(result);
  });

  it("keeps the whole range's daily returns as sums of blocks", () => {
    const { setting, combinations, spans, wholeReturns } = plan;
    const { from, to } = spans.at(-1)!;
    const size = Math.floor((to - from - 1) / wholeReturns.blocks!);
    combinations.forEach((parameters, index) => {
      const first = 'orders' in setting.strategy ? from : 0;
      const { equity } = runBacktest({
        ...setting,
        candles: sliceCandleColumns(candles, first, to),
        tradeFrom: from - first,
        parameters,
      });
      const { returns } = sampleReturns(candles.openTime.subarray(from, to), equity, 86_400, '24x7');
      const kept = returns.slice(returns.length - size * wholeReturns.blocks!);
      for (let block = 0; block < wholeReturns.blocks!; block++) {
        const rows = [...kept.subarray(block * size, (block + 1) * size)];
        const at = index * wholeReturns.blocks! + block;
        expect(result.blockSums[at]).toBeCloseTo(
          rows.reduce((sum, value) => sum + value, 0),
          12,
        );
        expect(result.blockSquares[at]).toBeCloseTo(
          rows.reduce((sum, value) => sum + value ** 2, 0),
          12,
        );
      }
    });
  });
});

it('scores each combination by its own trades', () => {
  const plan = { ...planOf('sma_cross', SMA_GRID), objective: 'profit_factor', minimumTrades: 1 } as const;
  const { setting, combinations, spans } = plan;
  const { scores } = runCombinations(plan, chunkSearch(plan, 1)[0], new IndicatorMemo());
  const expected = spans.flatMap(({ from, to }) =>
    combinations.map((parameters) => {
      const input = { ...setting, candles: sliceCandleColumns(candles, 0, to), tradeFrom: from, parameters };
      return runBacktest(input).metrics.profitFactor;
    }),
  );
  expect(scores).toEqual(expected);
  expect(new Set(scores).size).toBeGreaterThan(20);
});

describe('chunks', () => {
  const plan = planOf('sma_cross', SMA_GRID);

  it.each([1, 2, 4, 9, 10, 30, 1_000])('%i wanted hold every span and combination once', (wanted) => {
    const seen = chunkSearch(plan, wanted).flatMap(({ spans, from, to }) =>
      spans.flatMap((span) => Array.from({ length: to - from }, (_, index) => `${span}:${from + index}`)),
    );
    expect(seen).toHaveLength(4 * 9);
    expect(new Set(seen).size).toBe(4 * 9);
    expect(chunkSearch(plan, wanted).map(({ index }) => index)).toEqual([
      ...chunkSearch(plan, wanted).keys(),
    ]);
  });

  it('are no more than wanted as long as combinations suffice, and one per span and part beyond', () => {
    expect(chunkSearch(plan, 4)).toHaveLength(4);
    expect(chunkSearch(plan, 9)).toHaveLength(9);
    expect(chunkSearch(plan, 1_000)).toHaveLength(36);
  });

  it('survive JSON bit for bit', () => {
    for (const result of search(plan, 3)) expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  });

  it('report every combination done', () => {
    const done: number[] = [];
    runCombinations(plan, chunkSearch(plan, 1)[0], new IndicatorMemo(), (count) => done.push(count));
    expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('find the same with a shared memo, a used one and one that holds nothing', () => {
    const [chunk] = chunkSearch(plan, 1);
    const shared = new IndicatorMemo();
    const first = runCombinations(plan, chunk, shared);
    expect(runCombinations(plan, chunk, shared)).toEqual(first);
    expect(runCombinations(plan, chunk, new IndicatorMemo(0))).toEqual(first);
  });

  it('know nothing of the bars after a span', () => {
    const shorter = planOf('sma_cross', SMA_GRID, { stopLoss: { unit: 'atr', value: 2 } }, 800);
    const longer = planOf('sma_cross', SMA_GRID, { stopLoss: { unit: 'atr', value: 2 } });
    const spans = shorter.spans;
    const [chunk] = chunkSearch(shorter, 1);
    const onLonger = runCombinations(
      { ...longer, spans, wholeReturns: shorter.wholeReturns },
      chunk,
      new IndicatorMemo(),
    );
    expect(onLonger).toEqual(runCombinations(shorter, chunk, new IndicatorMemo()));
  });
});

it('goes on after a bankruptcy, whose missing returns are 0', () => {
  // Short at every low with all the capital, into a price that multiplies.
  const soaring = randomWalkCandles(900, 4);
  for (let bar = 300; bar < 900; bar++) {
    for (const column of [soaring.open, soaring.high, soaring.low, soaring.close])
      column[bar] *= 1.05 ** (bar - 300);
  }
  const plan = planOf(
    'rsi_reversion',
    { period: [7], oversold: [20, 30], overbought: [60] },
    { allowShort: true },
  );
  const ruined = { ...plan, setting: { ...plan.setting, candles: soaring } };
  const result = runCombinations(ruined, chunkSearch(ruined, 1)[0], new IndicatorMemo());
  const whole = 3 * 2;
  expect(result.totalReturns.slice(whole)).toEqual([-1, -1]);
  expect(result.blockSums.every(Number.isFinite)).toBe(true);
  expect(result.blockSums[15]).toBe(0);
});
