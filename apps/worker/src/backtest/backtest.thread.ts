import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import { checkLookahead, type LookaheadCheck } from '#engine/backtest/check-lookahead';
import { type BacktestResult, runBacktest } from '#engine/backtest/run-backtest';
import { describeGaps, type Gaps } from '#engine/market/describe-gaps';
import { type DrawdownSpell, listDrawdowns } from '#engine/performance/list-drawdowns';
import { listMonthlyReturns, type MonthlyReturn } from '#engine/performance/list-monthly-returns';
import { resolveStrategy } from '#engine/strategies/registry';
import { judgeRun } from '#engine/validation/judge-run';
import type { Verdict } from '#engine/validation/reach-verdict';
import { type DataFingerprint, fingerprintData } from '../fingerprint';
import type { RunInput } from '../run-inputs';

const LISTED_DRAWDOWNS = 20;
/** A warning has 300 characters. */
const LISTED_GAPS = 4;

export interface BacktestTask {
  readonly strategyName: string;
  readonly parameters: object;
  readonly input: RunInput;
}

export interface FinishedBacktest extends DataFingerprint {
  readonly result: BacktestResult;
  readonly lookahead: LookaheadCheck;
  readonly verdict: Verdict;
  readonly gaps: Gaps;
  readonly drawdowns: readonly DrawdownSpell[];
  readonly monthlyReturns: readonly MonthlyReturn[];
  /** Opens of the bars in the range, in ms. */
  readonly openTime: Float64Array;
  readonly parameters: Readonly<Record<string, number>>;
}

export type BacktestTaskResult = { readonly finished: FinishedBacktest } | { readonly refusal: string };

/** A backtest and everything its report says, in a thread of its own. */
export function runBacktestTask({
  strategyName,
  parameters: given,
  input,
}: BacktestTask): BacktestTaskResult {
  try {
    const { strategy, parameters } = resolveStrategy(strategyName, given);
    const { candles, tradeFrom, range, intervalSeconds, calendar } = input;
    const run = { ...input, strategy, parameters };
    const result = runBacktest(run);
    const openTime = candles.openTime.slice(tradeFrom);
    return {
      finished: {
        result,
        lookahead: checkLookahead(run, result),
        verdict: judgeRun(result, openTime, input),
        gaps: describeGaps(openTime, intervalSeconds, calendar, { range, rangeLimit: LISTED_GAPS }),
        drawdowns: listDrawdowns(result.equity, openTime, LISTED_DRAWDOWNS),
        monthlyReturns: listMonthlyReturns(result.equity, openTime),
        openTime,
        parameters,
        ...fingerprintData(input),
      },
    };
  } catch (error) {
    // An error's class does not survive the way between threads.
    if (error instanceof BacktestRefusal) return { refusal: error.message };
    throw error;
  }
}
