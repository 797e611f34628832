import type { BacktestResult } from '../backtest/run-backtest';
import { sampleReturns } from '../performance/sample-returns';
import { reachVerdict, type Verdict } from './reach-verdict';
import { searchSignificance } from './search-significance';
import type { TrialTime } from './trial-setting';

/**
 * How far a single backtest can be believed, by its own returns and buy and hold beside it. How many were tried before it
 * is not known, so nothing deflates it. `openTime` is that of the bars of its equity, in ms.
 */
export function judgeRun(
  { equity, metrics, benchmark }: Pick<BacktestResult, 'equity' | 'metrics' | 'benchmark'>,
  openTime: Float64Array,
  { intervalSeconds, calendar }: TrialTime,
): Verdict {
  const { tStatistic } = searchSignificance(sampleReturns(openTime, equity, intervalSeconds, calendar), []);
  return reachVerdict({
    isOutOfSample: false,
    deflatedSharpeRatio: null,
    probabilityOfBacktestOverfitting: null,
    tStatistic,
    trades: metrics.trades,
    totalReturn: metrics.totalReturn,
    benchmarkReturn: benchmark.totalReturn,
  });
}
