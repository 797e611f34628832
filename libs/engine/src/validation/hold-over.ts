import { holdingExecution } from '../backtest/execution';
import { holdBenchmark } from '../backtest/hold-benchmark';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { buyAndHold } from '../backtest/buy-and-hold';
import { measureSpan, sampleSpan } from './measure-span';
import { spanSimulators } from './simulate-span';
import { stitchWindows } from './stitch-windows';
import { isOfOneSeries, openTimesOf, type Span, type SpanRun, type TrialSetting } from './trial-setting';

/** Fractions, as in a backtest's report; the Sharpe ratio is annualised, null where undefined. */
export interface HoldingFigures {
  readonly totalReturn: number;
  readonly sharpeRatio: number | null;
  readonly maxDrawdown: number;
}

/**
 * Buy and hold, of the series or of the benchmark that is named, or what else trials are compared with, over the bars of the
 * spans, which ascend: bought once with all of the capital, at the costs of the execution, and held from the first span's
 * first bar to the last one's last. What it makes between two spans does not count: a strategy that is tested in the spans
 * alone did not trade there.
 */
export function holdOver(setting: TrialSetting, spans: readonly Span[]): HoldingFigures {
  const { from } = spans[0];
  const run = heldRun(setting, { from, to: spans.at(-1)!.to });
  const stretches = joinAdjacent(spans).map((stretch) => ({
    equity: run.equity.subarray(stretch.from - from, stretch.to - from),
    openTime: run.openTime.subarray(stretch.from - from, stretch.to - from),
  }));
  const { equity, openTime }: Pick<SpanRun, 'equity' | 'openTime'> =
    stretches.length === 1 ? run : stitchWindows(stretches);
  const { totalReturn, sharpeRatio, maxDrawdown } = measureSpan(
    { ...run, equity },
    sampleSpan(openTime, setting),
  );
  return { totalReturn, sharpeRatio, maxDrawdown };
}

type HeldRun = Pick<SpanRun, 'equity' | 'openTime' | 'trades' | 'bankrupt'>;

function heldRun(setting: TrialSetting, span: Span): HeldRun {
  const { intervalSeconds, execution, benchmark } = setting;
  if (benchmark) {
    const openTime = openTimesOf(setting).subarray(span.from, span.to);
    const { equity, trades } = holdBenchmark(benchmark, { openTime, intervalSeconds, execution });
    return { equity, openTime, trades, bankrupt: false };
  }
  if (!isOfOneSeries(setting)) return setting.hold(span);
  const held = { ...setting, strategy: buyAndHold, execution: holdingExecution(execution) };
  return spanSimulators(held, new IndicatorMemo())({})(span);
}

function joinAdjacent(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last?.to === span.from) joined.splice(-1, 1, { from: last.from, to: span.to });
    else joined.push(span);
  }
  return joined;
}
