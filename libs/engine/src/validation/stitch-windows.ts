import { type SpanRun } from './trial-setting';

/**
 * Runs one after the other as one account, as multiples of its start: each window's equity is scaled to begin with what
 * the windows before it finished with, so that the last value is the product of 1 + the windows' returns. Bars between two
 * runs are not in it.
 */
export function stitchWindows(runs: readonly Pick<SpanRun, 'equity' | 'openTime'>[]): {
  readonly equity: Float64Array;
  readonly openTime: Float64Array;
} {
  const bars = runs.reduce((sum, run) => sum + run.equity.length, 0);
  const equity = new Float64Array(bars);
  const openTime = new Float64Array(bars);
  let at = 0;
  let level = 1;
  for (const run of runs) {
    openTime.set(run.openTime, at);
    const [initial] = run.equity;
    for (let index = 0; index < run.equity.length; index++) {
      equity[at + index] = level * (run.equity[index] / initial);
    }
    at += run.equity.length;
    level = equity[at - 1]!;
  }
  return { equity, openTime };
}
