import type { RunFingerprint } from '#domain/backtesting/stored-report';
import { BacktestRefusal } from '#engine/backtest/backtest-refusal';
import type { Metrics } from '#engine/performance/compute-metrics';
import type { TodaysRun } from './verification-outcome';

interface RunResult {
  readonly report: { readonly fingerprint: RunFingerprint; readonly metrics: Metrics };
}

/** What a completed run gives when it is run again, and whether that is what is stored. */
export async function runToday<Result extends RunResult>(
  run: () => Promise<Result>,
  isStored: (result: Result) => Promise<boolean>,
): Promise<TodaysRun> {
  try {
    const result = await run();
    const { fingerprint, metrics } = result.report;
    return { fingerprint, metrics, hasSameResults: () => isStored(result) };
  } catch (error) {
    if (error instanceof BacktestRefusal) return { refusal: error.message };
    throw error;
  }
}
