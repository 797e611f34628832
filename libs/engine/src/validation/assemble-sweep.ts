import { IndicatorMemo } from '../indicators/indicator-memo';
import { type StrategyParameters } from '../backtest/strategy';
import { type WindowFigures } from './assemble-walk-forward';
import { collectResults } from './collect-results';
import { type HoldingFigures, holdOver } from './hold-over';
import { measureSpan, sampleSpan } from './measure-span';
import { bestOf } from './objective';
import { reachVerdict, type Verdict } from './reach-verdict';
import { type ChunkResult } from './run-combinations';
import { type SearchSignificance, searchSignificance } from './search-significance';
import { spanSimulators } from './simulate-span';
import {
  type BacktestOverfitting,
  probabilityOfBacktestOverfitting,
} from './statistics/probability-of-backtest-overfitting';
import { type ValidationPlan } from './validation-plan';

export interface SweepRow extends WindowFigures {
  readonly parameters: StrategyParameters;
  /** By the objective; null with too few trades or where it is undefined. */
  readonly score: number | null;
}

export interface SweepResult {
  /** One per combination, in grid order. */
  readonly rows: readonly SweepRow[];
  /** The row with the best score, the first of equals; null when none has a score. */
  readonly best: number | null;
  readonly trials: number;
  /** Of the best row: what its Sharpe ratio is worth as the pick of so many. Null when there is none. */
  readonly significance: SearchSignificance | null;
  readonly overfitting: BacktestOverfitting | null;
  /** Buy and hold over the same bars. */
  readonly benchmark: HoldingFigures;
  /** Of the best row. */
  readonly verdict: Verdict;
  readonly warnings: readonly string[];
}

/** Puts the chunks of a sweep together; the same results in any order give the same answer. */
export function assembleSweep(
  plan: ValidationPlan,
  results: readonly ChunkResult[],
  indicators = new IndicatorMemo(),
): SweepResult {
  const { setting, combinations, spans, objective, minimumTrades } = plan;
  const collected = collectResults(plan, results);
  const { scores, sharpeRatios, totalReturns, maxDrawdowns, trades } = collected.spans[0];
  const rows = combinations.map((parameters, index) => ({
    parameters,
    score: scores[index],
    sharpeRatio: sharpeRatios[index],
    totalReturn: totalReturns[index],
    maxDrawdown: maxDrawdowns[index],
    trades: trades[index],
  }));
  const first = bestOf(scores);
  const best = scores[first] === null ? null : first;
  const significance = best === null ? null : significanceOf(best);
  const overfitting = collected.blockSums && probabilityOfBacktestOverfitting(collected.blockSums);
  const { figures: benchmark } = holdOver(setting, spans);
  return {
    rows,
    best,
    trials: combinations.length,
    significance,
    overfitting,
    benchmark,
    verdict: reachVerdict({
      isOutOfSample: false,
      deflatedSharpeRatio: significance?.deflatedSharpeRatio ?? null,
      probabilityOfBacktestOverfitting: overfitting?.probability ?? null,
      tStatistic: significance?.tStatistic ?? null,
      trades: best === null ? null : trades[best],
      totalReturn: best === null ? null : totalReturns[best],
      benchmarkReturn: benchmark.totalReturn,
    }),
    warnings: [
      ...plan.warnings,
      ...(best === null ? [`no combination made ${minimumTrades} trades and had a ${objective}`] : []),
    ],
  };

  function significanceOf(combination: number): SearchSignificance {
    const run = spanSimulators(setting, indicators)(combinations[combination])(spans[0]);
    const { sampled } = measureSpan(run, sampleSpan(run.openTime, setting));
    return searchSignificance(sampled, sharpeRatios);
  }
}
