import { IndicatorMemo } from '../indicators/indicator-memo';
import { type StrategyParameters } from '../backtest/strategy';
import { collectResults, type SpanResults } from './collect-results';
import { type RelativeFigures } from '../backtest/relative-figures';
import { type HoldingFigures, holdOver } from './hold-over';
import { measureSpan, sampleSpan } from './measure-span';
import { bestOf } from './objective';
import { type JoinedTests, joinTests } from './join-tests';
import { type ParameterStability, parameterStability } from './parameter-stability';
import { reachVerdict, type Verdict } from './reach-verdict';
import { relateTests } from './relate-tests';
import { type ChunkResult } from './run-combinations';
import { type SearchSignificance, searchSignificance } from './search-significance';
import { spanSimulators } from './simulate-span';
import {
  type BacktestOverfitting,
  probabilityOfBacktestOverfitting,
} from './statistics/probability-of-backtest-overfitting';
import { stitchWindows } from './stitch-windows';
import { openTimesOf, type Span, type TrialSetting } from './trial-setting';
import { type ValidationPlan } from './validation-plan';
import { walkForwardEfficiency } from './walk-forward-efficiency';

/** Fractions, as in a backtest's report; the Sharpe ratio is annualised, null where undefined. */
export interface WindowFigures {
  readonly sharpeRatio: number | null;
  readonly totalReturn: number;
  readonly maxDrawdown: number;
  readonly trades: number;
}

interface WindowResult {
  readonly index: number;
  /** Opens of the first and of the last candle of each part, in ms. */
  readonly trainStart: number;
  readonly trainEnd: number;
  readonly testStart: number;
  readonly testEnd: number;
  readonly bestParameters: StrategyParameters;
  readonly inSample: WindowFigures;
  readonly outOfSample: WindowFigures;
}

export interface WalkForwardSummary extends SearchSignificance {
  readonly windows: number;
  /** Of the stitched equity; its significance is that of the same returns. */
  readonly outOfSampleSharpe: number | null;
  readonly outOfSampleReturn: number;
  readonly outOfSampleMaxDrawdown: number;
  readonly walkForwardEfficiency: number | null;
  /** Share of the windows that earned something out of sample. */
  readonly consistency: number;
  readonly parameterStability: Readonly<Record<string, ParameterStability>>;
  /** Combinations tried. */
  readonly trials: number;
  readonly probabilityOfBacktestOverfitting: number | null;
}

export interface WalkForwardResult {
  readonly windows: readonly WindowResult[];
  readonly summary: WalkForwardSummary;
  /** Buy and hold over the bars of the tests; of a portfolio, its benchmark. */
  readonly benchmark: HoldingFigures;
  /** Of the stitched tests. */
  readonly verdict: Verdict;
  /** More about the probability in the summary. */
  readonly overfitting: BacktestOverfitting | null;
  /** All tests as one account, as a multiple of its start, and the bars' opens in ms. */
  readonly equity: Float64Array;
  readonly openTime: Float64Array;
  /** Their trades and every figure of that account. */
  readonly joined: JoinedTests;
  /** What is held over the bars of the tests, as a multiple of its start, and the tests beside it. */
  readonly beside: { readonly equity: Float64Array; readonly relative: RelativeFigures | null };
  readonly warnings: readonly string[];
}

/**
 * Puts the chunks' results together: picks each window's best combination (the first of equals in grid order), runs it
 * over the window's test, flat at its first bar and warmed up on the bars before, and judges all tests as one account.
 *
 * The probability of overfitting is that of choosing among all combinations by their Sharpe ratio over the whole range,
 * from the first training to the last test, by the returns that Sharpe ratios are made of (daily, but in short intraday
 * runs). The same results in any order give the same answer.
 */
export function assembleWalkForward(
  plan: ValidationPlan,
  results: readonly ChunkResult[],
  indicators = new IndicatorMemo(),
): WalkForwardResult {
  const { setting, combinations, windows, spans } = plan;
  const collected = collectResults(plan, results);
  const best = windows.map((_, index) => bestOf(collected.spans[index].scores));
  const simulatorOf = spanSimulators(setting, indicators);
  const tests = windows.map(({ testFrom, testTo }, index) => {
    const span = { from: testFrom, to: testTo };
    const simulate = simulatorOf(combinations[best[index]]);
    const run = simulate(span);
    const { sharpeRatio, totalReturn, maxDrawdown, trades } = measureSpan(
      run,
      sampleSpan(run.openTime, setting),
    );
    return { span, simulate, run, figures: { sharpeRatio, totalReturn, maxDrawdown, trades } };
  });
  const stitched = stitchWindows(tests.map(({ run }) => run));
  const whole = measureSpan(
    {
      equity: stitched.equity,
      tradeCount: tests.reduce((sum, { run }) => sum + run.tradeCount, 0),
      bankrupt: tests.some(({ run }) => run.bankrupt),
    },
    sampleSpan(stitched.openTime, setting),
  );
  const overfitting = collected.blockSums && probabilityOfBacktestOverfitting(collected.blockSums);
  const significance = searchSignificance(whole.sampled, collected.spans.at(-1)!.sharpeRatios);
  const joined = joinTests(setting, tests, stitched);
  const held = holdOver(
    setting,
    tests.map(({ span }) => span),
  );
  const { figures: benchmark } = held;
  const inSample = windows.map((_, index) => figuresAt(collected.spans[index], best[index]));
  return {
    windows: windows.map((window, index) => ({
      index,
      trainStart: openTimeOf(setting, window.trainFrom),
      trainEnd: openTimeOf(setting, window.trainTo - 1),
      testStart: openTimeOf(setting, window.testFrom),
      testEnd: openTimeOf(setting, window.testTo - 1),
      bestParameters: combinations[best[index]],
      inSample: inSample[index],
      outOfSample: tests[index].figures,
    })),
    summary: {
      windows: windows.length,
      outOfSampleSharpe: whole.sharpeRatio,
      outOfSampleReturn: whole.totalReturn,
      outOfSampleMaxDrawdown: whole.maxDrawdown,
      walkForwardEfficiency: walkForwardEfficiency(
        inSample.map(({ totalReturn }, index) => ({
          totalReturn,
          seconds: secondsOf(setting, spans[index]),
        })),
        tests.map(({ figures, span }) => ({
          totalReturn: figures.totalReturn,
          seconds: secondsOf(setting, span),
        })),
      ),
      consistency: tests.filter(({ figures }) => figures.totalReturn > 0).length / windows.length,
      parameterStability: parameterStability(best.map((index) => combinations[index])),
      trials: combinations.length,
      ...significance,
      probabilityOfBacktestOverfitting: overfitting?.probability ?? null,
    },
    benchmark,
    verdict: reachVerdict({
      isOutOfSample: true,
      deflatedSharpeRatio: significance.deflatedSharpeRatio,
      probabilityOfBacktestOverfitting: overfitting?.probability ?? null,
      tStatistic: significance.tStatistic,
      trades: whole.trades,
      totalReturn: whole.totalReturn,
      benchmarkReturn: benchmark.totalReturn,
    }),
    overfitting,
    ...stitched,
    joined,
    beside: {
      equity: held.equity,
      relative: relateTests(setting, { ...stitched, metrics: joined.metrics }, tests, held),
    },
    warnings: [
      ...plan.warnings,
      ...unscoredWarnings(plan, collected.spans),
      ...idleWarnings(tests.map(({ figures }) => figures)),
      ...tests.flatMap(({ run }, index) =>
        run.bankrupt ? [`the account went bankrupt in the test of window ${index}`] : [],
      ),
    ],
  };
}

function figuresAt(results: SpanResults, combination: number): WindowFigures {
  return {
    sharpeRatio: results.sharpeRatios[combination],
    totalReturn: results.totalReturns[combination],
    maxDrawdown: results.maxDrawdowns[combination],
    trades: results.trades[combination],
  };
}

function unscoredWarnings(
  { windows, objective, minimumTrades }: ValidationPlan,
  spans: readonly SpanResults[],
): string[] {
  const unscored = windows
    .map((_, index) => index)
    .filter((index) => spans[index].scores.every((score) => score === null));
  if (unscored.length === 0) return [];
  return [
    `no combination made ${minimumTrades} trades and had a ${objective} in the training of ` +
      `${unscored.length === 1 ? 'window' : 'windows'} ${unscored.join(', ')}: the first of the grid was taken`,
  ];
}

function idleWarnings(tests: readonly WindowFigures[]): string[] {
  const idle = tests.flatMap(({ trades }, index) => (trades === 0 ? [index] : []));
  if (idle.length === 0) return [];
  return [
    `no trade in the test of ${idle.length === 1 ? 'window' : 'windows'} ${idle.join(', ')}: each starts flat`,
  ];
}

function openTimeOf(setting: TrialSetting, bar: number): number {
  return openTimesOf(setting)[bar];
}

function secondsOf(setting: TrialSetting, { from, to }: Span): number {
  return (openTimeOf(setting, to - 1) - openTimeOf(setting, from)) / 1000;
}
