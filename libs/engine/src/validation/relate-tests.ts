import { guessBreakEvenFee } from '../backtest/break-even-cost';
import { type RelativeFigures } from '../backtest/relative-figures';
import { type Metrics } from '../performance/compute-metrics';
import { findBreakEvenFee } from '../performance/relative/find-break-even-fee';
import { measureRelative } from '../performance/relative/measure-relative';
import { pairReturns } from '../performance/relative/pair-returns';
import { type HeldOver } from './hold-over';
import { stitchWindows } from './stitch-windows';
import { type Span, type SpanRun, type SpanSimulator, type TrialTime } from './trial-setting';

/** A test and what runs it again. */
export interface RunTest {
  readonly span: Span;
  readonly simulate: SpanSimulator;
}

/** The tests as one account, as a multiple of its start, and every figure of it. */
interface JoinedAccount extends Pick<SpanRun, 'equity' | 'openTime'> {
  readonly metrics: Metrics;
}

/** The tests of a walk-forward as one account beside what is held over their bars; null where there is none at any of them. */
export function relateTests(
  { intervalSeconds, calendar }: TrialTime,
  { equity, openTime, metrics }: JoinedAccount,
  tests: readonly RunTest[],
  { equity: benchmarkEquity, span }: HeldOver,
): RelativeFigures | null {
  if (span === null) return null;
  const curves = { openTime, equity, benchmarkEquity, intervalSeconds, calendar, span };
  return {
    ...measureRelative(pairReturns(curves)),
    start: openTime[span.first],
    end: openTime[span.last],
    breakEvenCostBps: breakEvenCostOf(tests, metrics),
  };
}

/** The fee per side, in basis points, at which the tests, run again with the parameters that were chosen, together return 0. */
function breakEvenCostOf(tests: readonly RunTest[], metrics: Metrics): number | null {
  if (metrics.trades === 0) return null;
  const totalReturnAt = (feeRate: number) => {
    const runs = tests.map(({ span, simulate }) => simulate(span, feeRate));
    // A fee at which nothing can be bought is too high, though it costs nothing.
    return runs.every(({ tradeCount }) => tradeCount === 0) ? -1 : stitchWindows(runs).equity.at(-1)! - 1;
  };
  return findBreakEvenFee(totalReturnAt, guessBreakEvenFee(metrics));
}
