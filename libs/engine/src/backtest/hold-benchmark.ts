import { type CandleColumns, firstCandleAtOrAfter, sliceCandleColumns } from '../market/candle-columns';
import { formatDateTime } from '../market/parse-time';
import { type BarSpan } from '../performance/relative/pair-returns';
import { type Trade } from '../performance/trade';
import { type Calendar } from '../calendar/calendar';
import { BacktestRefusal } from './backtest-refusal';
import { buyAndHold } from './buy-and-hold';
import { type Execution, holdingExecution } from './execution';
import { type FundingColumns } from './funding';
import { simulateStrategy } from './simulate-strategy';

/** A series other than the run's own that is held beside it. */
export interface BenchmarkSeries {
  /** As exchange:symbol. */
  readonly name: string;
  /** Closed candles of the run's interval, oldest first. */
  readonly candles: CandleColumns;
  readonly calendar: Calendar;
  readonly funding: FundingColumns | null;
}

export interface HoldingSetting {
  /** Opens of the run's bars from the first that may be traded on, in ms. */
  readonly openTime: Float64Array;
  readonly intervalSeconds: number;
  readonly execution: Execution;
}

export interface HeldBenchmark {
  /** At the close of each bar of the run. */
  readonly equity: Float64Array;
  readonly trades: readonly Trade[];
  /** Bars of the run at whose close it is held. */
  readonly heldBars: number;
  readonly tradedValue: number;
  /** Bars of the run from the benchmark's first candle to its last. */
  readonly span: BarSpan;
  readonly warnings: readonly string[];
}

/**
 * A benchmark that is bought with all of the capital at the run's costs, in any fraction, and held over its own candles
 * from the run's first bar to its last. At a bar of the run without a candle it is worth what it was at its last close;
 * what candles between two bars moved counts at the later one. Before its first candle it is cash, and after its last one
 * it is sold. Throws BacktestRefusal where fewer than 2 of its candles lie there: too few to buy and hold.
 */
export function holdBenchmark(benchmark: BenchmarkSeries, setting: HoldingSetting): HeldBenchmark {
  const { openTime, intervalSeconds, execution } = setting;
  const candles = candlesBeside(benchmark, openTime);
  const { equity: held, account } = simulateStrategy({
    candles,
    tradeFrom: 0,
    intervalSeconds,
    calendar: benchmark.calendar,
    strategy: buyAndHold,
    parameters: {},
    // Lots are those of the run's own series.
    execution: { ...holdingExecution(execution), lotSize: null },
    funding: benchmark.funding,
  });
  const { trades, tradedValue } = account;
  const at = positionsAt(openTime, candles.openTime);
  const isHeld = (position: number) =>
    trades.some(({ entryIndex, exitIndex }) => position >= entryIndex && position <= exitIndex);
  const span = spanOf(at, candles.length);
  return {
    equity: Float64Array.from(at, (position) => (position < 0 ? execution.initialCapital : held[position])),
    trades,
    heldBars: at.subarray(0, span.last + 1).reduce((sum, position) => sum + (isHeld(position) ? 1 : 0), 0),
    tradedValue,
    span,
    warnings: alignmentWarnings(benchmark.name, openTime, candles.openTime, { at, span }),
  };
}

function candlesBeside({ name, candles }: BenchmarkSeries, openTime: Float64Array): CandleColumns {
  const [start, end] = [openTime[0], openTime[openTime.length - 1]];
  const from = firstCandleAtOrAfter(candles, start);
  const to = Math.max(from, firstCandleAtOrAfter(candles, end + 1));
  if (to - from >= 2) return sliceCandleColumns(candles, from, to);
  throw new BacktestRefusal(
    `the benchmark ${name} has ${to === from ? 'no candles' : 'one candle'} beside the run's, from ` +
      `${formatDateTime(start)} to ${formatDateTime(end)}: at least 2 are needed`,
  );
}

/** The last candle that opens with each bar or before it; -1 where none does. */
function positionsAt(openTime: Float64Array, ofCandles: Float64Array): Int32Array {
  const at = new Int32Array(openTime.length);
  let position = -1;
  for (let bar = 0; bar < openTime.length; bar++) {
    while (position + 1 < ofCandles.length && ofCandles[position + 1] <= openTime[bar]) position++;
    at[bar] = position;
  }
  return at;
}

function spanOf(at: Int32Array, candles: number): BarSpan {
  return { first: at.findIndex((position) => position >= 0), last: at.indexOf(candles - 1) };
}

interface Alignment {
  readonly at: Int32Array;
  readonly span: BarSpan;
}

function alignmentWarnings(
  name: string,
  openTime: Float64Array,
  ofCandles: Float64Array,
  { at, span: { first, last } }: Alignment,
): string[] {
  const bars = openTime.length;
  let without = 0;
  for (let bar = first; bar <= last; bar++) if (ofCandles[at[bar]] !== openTime[bar]) without++;
  const met = last - first + 1 - without;
  const between = ofCandles.length - met;
  const outside = first + bars - 1 - last;
  const benchmark = `the benchmark ${name}`;
  return [
    ...(outside > 0
      ? [
          `${benchmark} has candles from ${formatDateTime(ofCandles[0])} to ${formatDateTime(ofCandles[ofCandles.length - 1])}: ` +
            `it is cash in ${outside} of the run's ${bars} bars, which the relative figures leave out`,
        ]
      : []),
    ...(without > 0
      ? [`${benchmark} has no candle at ${without} of the run's bars: it is marked at its last close there`]
      : []),
    ...(between > 0
      ? [
          `${between} candles of ${benchmark} lie where the run has no bar: what they moved counts at the next one`,
        ]
      : []),
  ];
}
