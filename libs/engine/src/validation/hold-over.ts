import { holdingExecution } from '../backtest/execution';
import { holdBenchmark } from '../backtest/hold-benchmark';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { buyAndHold } from '../backtest/buy-and-hold';
import { type BarSpan } from '../performance/relative/pair-returns';
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

/** What is held beside the bars of spans that follow one another. */
export interface HeldOver {
  readonly figures: HoldingFigures;
  /** At their closes, as a multiple of its start. */
  readonly equity: Float64Array;
  /** Those of the bars at which there is a benchmark; null where there is none at any. */
  readonly span: BarSpan | null;
}

/**
 * Buy and hold, of the series or of the benchmark that is named, or what else trials are compared with, over the bars of the
 * spans, which ascend: bought once with all of the capital, at the costs of the execution, and held from the first span's
 * first bar to the last one's last. What it makes between two spans does not count: a strategy that is tested in the spans
 * alone did not trade there.
 */
export function holdOver(setting: TrialSetting, spans: readonly Span[]): HeldOver {
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
  return {
    figures: { totalReturn, sharpeRatio, maxDrawdown },
    equity: equity.map((value) => value / equity[0]),
    span: spanWithin(spans, run.span && { first: run.span.first + from, last: run.span.last + from }),
  };
}

/** The first and the last of the spans' bars, one after the other, that are in `held`, which is all of them where it is left out. */
function spanWithin(spans: readonly Span[], held: BarSpan | undefined): BarSpan | null {
  let [bars, first, last] = [0, -1, -1];
  for (const { from, to } of spans) {
    const [start, end] = [Math.max(from, held?.first ?? from), Math.min(to - 1, held?.last ?? to)];
    if (start <= end) {
      if (first < 0) first = bars + start - from;
      last = bars + end - from;
    }
    bars += to - from;
  }
  return first < 0 ? null : { first, last };
}

interface HeldRun extends Pick<SpanRun, 'equity' | 'openTime' | 'tradeCount' | 'bankrupt'> {
  /** Left out where it is held from the first bar to the last. */
  readonly span?: BarSpan;
}

function heldRun(setting: TrialSetting, span: Span): HeldRun {
  const { intervalSeconds, execution, benchmark } = setting;
  if (benchmark) {
    const openTime = openTimesOf(setting).subarray(span.from, span.to);
    const { equity, trades, span: held } = holdBenchmark(benchmark, { openTime, intervalSeconds, execution });
    return { equity, openTime, tradeCount: trades.length, bankrupt: false, span: held };
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
