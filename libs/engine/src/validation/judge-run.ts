import type { BacktestResult } from '../backtest/run-backtest';
import { sampleReturns } from '../performance/sample-returns';
import { deflatedSharpeRatio } from './statistics/deflated-sharpe-ratio';
import { measureReturnMoments } from './statistics/return-moments';
import { reachVerdict, type Verdict } from './reach-verdict';
import { searchSignificance } from './search-significance';
import type { TrialTime } from './trial-setting';

/** What a verdict knows of a run besides its figures. */
interface JudgedRun extends TrialTime {
  /** By a declared number of trials; null where none is. */
  readonly deflatedSharpeRatio?: number | null;
}

/**
 * The deflated Sharpe ratio of a run that is the best of a declared number of trials, whose Sharpe ratios are not known: they
 * are taken to deviate by what they do without any skill, 1 / √(returns - 1). Null with fewer than 5.
 */
export function deflateByTrials(
  trials: number,
  equity: Float64Array,
  openTime: Float64Array,
  { intervalSeconds, calendar }: TrialTime,
): number | null {
  const { returns } = sampleReturns(openTime, equity, intervalSeconds, calendar);
  const moments = measureReturnMoments(returns);
  return moments && deflatedSharpeRatio(moments, trials, 1 / Math.sqrt(moments.observations - 1));
}

/**
 * How far a single backtest can be believed, by its own returns and buy and hold beside it. How many were tried before it
 * is known where it is declared; else nothing deflates it. `openTime` is that of the bars of its equity, in ms.
 */
export function judgeRun(
  { equity, metrics, benchmark }: Pick<BacktestResult, 'equity' | 'metrics' | 'benchmark'>,
  openTime: Float64Array,
  { intervalSeconds, calendar, deflatedSharpeRatio: deflated = null }: JudgedRun,
): Verdict {
  const { tStatistic } = searchSignificance(sampleReturns(openTime, equity, intervalSeconds, calendar), []);
  return reachVerdict({
    isOutOfSample: false,
    deflatedSharpeRatio: deflated,
    probabilityOfBacktestOverfitting: null,
    tStatistic,
    trades: metrics.trades,
    totalReturn: metrics.totalReturn,
    benchmarkReturn: benchmark.totalReturn,
  });
}
