import type { CompletedBacktest } from '#domain/backtesting/backtest-results';
import { RESULT_VERSION } from '#domain/backtesting/stored-report';
import { bytesOfDoubles } from '#domain/records/doubles';
import { checkLookahead } from '#engine/backtest/check-lookahead';
import { relativeFigures } from '#engine/backtest/relative-figures';
import { runBacktest } from '#engine/backtest/run-backtest';
import type { StrategyParameters } from '#engine/backtest/strategy';
import { describeGaps } from '#engine/market/describe-gaps';
import { gapWarnings, LISTED_GAPS, overlapWarnings } from '#engine/market/gap-warnings';
import { limitWarnings } from '#engine/market/limit-warnings';
import { listDrawdowns } from '#engine/performance/list-drawdowns';
import { listMonthlyReturns } from '#engine/performance/list-monthly-returns';
import { trackPositions } from '#engine/performance/track-positions';
import { type StrategyDeclaration, strategyOf } from '#engine/strategies/registry';
import { deflateByTrials, judgeRun } from '#engine/validation/judge-run';
import { fingerprintData, fingerprintRun } from '../runs/fingerprint';
import type { RunInput } from '../runs/run-inputs';
import { answering } from '../runs/thread-answer';
import { sumByTag } from '../runs/sum-by-tag';
import { toTradeColumns } from '../runs/to-trade-columns';

const LISTED_DRAWDOWNS = 20;
/** No built-in draws at random; the field is there so that a report always says what its numbers hang on. */
const SEED = null;

export interface BacktestTask {
  readonly strategyName: string;
  /** The parameters as in the request. */
  readonly given: object;
  readonly declaration: StrategyDeclaration;
  /** Every parameter of the strategy, defaults filled in. */
  readonly parameters: StrategyParameters;
  readonly input: RunInput;
}

/** A backtest and everything that its tables keep: the report as the engine gives it, trades and equity as columns. */
export const runBacktestTask = answering((task: BacktestTask): CompletedBacktest => {
  const { strategyName, given, parameters, input } = task;
  const { candles, tradeFrom, range, intervalSeconds, calendar, execution } = input;
  const signals = task.declaration.kind === 'signals' ? task.declaration : null;
  const run = { ...input, strategy: strategyOf(task.declaration), parameters };
  const result = runBacktest(run);
  const { metrics, benchmark, costs, bars, warmupBars, bankrupt, unpaidLoss, ambiguousBars, trades, equity } =
    result;
  const openTime = candles.openTime.slice(tradeFrom);
  const deflatedSharpeRatio = signals && deflateByTrials(signals.request.trials, equity, openTime, input);
  const gaps = describeGaps(openTime, intervalSeconds, calendar, { range, rangeLimit: LISTED_GAPS });
  const settings = {
    strategyName,
    given,
    parameters,
    execution,
    intervalSeconds,
    calendar,
    tradeFrom,
    ...(input.benchmark && { benchmark: input.benchmark.name }),
  };
  const tradeColumns = toTradeColumns(trades, candles);
  const tags = sumByTag(tradeColumns);
  return {
    sharpeRatio: metrics.sharpeRatio,
    maxDrawdown: metrics.maxDrawdown,
    totalReturn: metrics.totalReturn,
    report: {
      version: RESULT_VERSION,
      metrics,
      benchmark,
      relative: relativeFigures(run, result),
      verdict: judgeRun(result, openTime, { ...input, deflatedSharpeRatio }),
      ...(signals && { deflatedSharpeRatio }),
      costs,
      warnings: limitWarnings([
        ...input.warnings,
        ...result.warnings,
        ...(trades.length === 0 ? ['the run made no trade'] : []),
        ...gapWarnings(gaps),
        ...overlapWarnings(openTime, intervalSeconds),
      ]),
      bars,
      warmupBars,
      ambiguousBars,
      missingCandles: gaps.missing,
      bankrupt,
      unpaidLoss,
      lookaheadCheck: checkLookahead(run, result),
      monthlyReturns: listMonthlyReturns(equity, openTime),
      drawdowns: listDrawdowns(equity, openTime, LISTED_DRAWDOWNS),
      resolved: { given, parameters, execution },
      fingerprint: fingerprintRun(fingerprintData(input), settings, SEED, input),
      ...(tags && { tags }),
    },
    trades: tradeColumns,
    openTimes: bytesOfDoubles(openTime),
    equity: bytesOfDoubles(equity),
    benchmark: bytesOfDoubles(result.benchmarkEquity),
    position: bytesOfDoubles(trackPositions(trades, tradeFrom, bars)),
  };
});
