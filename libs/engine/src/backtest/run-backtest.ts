import { IndicatorMemo } from '../indicators/indicator-memo';
import { computeMetrics, type Metrics, type Performance } from '../performance/compute-metrics';
import { observationWarnings } from '../performance/observation-warnings';
import { type BarSpan } from '../performance/relative/pair-returns';
import { type AnyStrategy } from './any-strategy';
import { buyAndHold } from './buy-and-hold';
import { placesOrders } from './order-strategy';
import { type StrategyParameters } from './strategy';
import { BacktestRefusal } from './backtest-refusal';
import { accountWarnings, fundingWarnings, warmupWarnings } from './backtest-warnings';
import { type Execution, holdingExecution } from './execution';
import { executionSettledAfter, executionWarmupBars } from './execution-columns';
import { type BenchmarkSeries, holdBenchmark } from './hold-benchmark';
import { type Simulation } from './simulate-account';
import { type SimulationInput, simulateStrategy } from './simulate-strategy';
import { type Trade } from '../performance/trade';
import { positionsOfDays } from '../performance/sample-returns';
import { figuresOfTrades } from '../performance/trade-figures';
import { volumeWarnings } from './volume-warnings';

/** Closed candles, oldest first, and what to do with them. */
export interface BacktestInput extends SimulationInput {
  /** Whether volumes count the same units as quantities; without, they say nothing about the size of a fill. */
  readonly volumeInBaseUnits?: boolean;
  /** The series to hold beside the run; its own without. */
  readonly benchmark?: BenchmarkSeries | null;
}

/** `Benchmark` is null where none was requested. */
export interface BacktestResult<Benchmark = Metrics, BenchmarkEquity = Float64Array> {
  readonly trades: readonly Trade[];
  /** equity[i] is marked at the close of bar tradeFrom + i; equity[0] is the initial capital (see simulateAccount). */
  readonly equity: Float64Array;
  readonly metrics: Metrics;
  /** All the capital bought and held over the same bars at the same costs, without leverage or protective exits. */
  readonly benchmark: Benchmark;
  /** Of the benchmark, for the same bars as `equity`; null with it. */
  readonly benchmarkEquity: BenchmarkEquity;
  /** Positions in `equity` from the benchmark's first candle to its last: all bars where it is the run's own series. */
  readonly benchmarkSpan: BarSpan;
  /** Totals in the quote currency; funding is negative when more was received than paid. */
  readonly costs: { readonly fees: number; readonly slippage: number; readonly funding: number };
  /** Bars whose prices allow several orders of events, and the worst for the account was taken. */
  readonly ambiguousBars: number;
  /** What was skipped or not as requested, in sentences. */
  readonly warnings: readonly string[];
  /** Bars from `tradeFrom` on. */
  readonly bars: number;
  /** Bars that strategy and execution need before the first signal. */
  readonly warmupBars: number;
  readonly bankrupt: boolean;
  /** Losses beyond the margin of leveraged positions and beyond the equity, which nobody pays; in the quote currency. */
  readonly unpaidLoss: number;
}

/** Fewer than an entry and the bar it is decided in make no backtest. */
const FEWEST_BARS = 2;

/**
 * Runs one strategy over one series. Pure: the same input gives the same output. Throws BacktestRefusal when there are
 * too few bars to say anything. Sweeps have no use for a benchmark beside each of their runs.
 */
export function runBacktest(input: BacktestInput, options?: { readonly benchmark?: true }): BacktestResult;
export function runBacktest(
  input: BacktestInput,
  options: { readonly benchmark: false },
): BacktestResult<null, null>;
export function runBacktest(
  input: BacktestInput,
  { benchmark = true }: { readonly benchmark?: boolean } = {},
): BacktestResult<Metrics | null, Float64Array | null> {
  const { candles, tradeFrom, strategy, parameters, execution, funding = null } = input;
  const warmupBars = requiredWarmupBars(strategy, parameters, execution);
  refuseTooFewBars(candles.length, tradeFrom, warmupBars, strategy.name);

  const indicators = input.indicators ?? new IndicatorMemo();
  const problem = placesOrders(strategy)
    ? undefined
    : strategy.findProblem?.(candles, parameters, indicators, input);
  if (problem !== undefined) throw new BacktestRefusal(problem);

  const { equity, account } = simulateStrategy({ ...input, indicators });
  const times = timesOf(input);
  const holding = benchmark ? holdBeside(input, times) : null;
  const result = {
    get trades() {
      return account.trades;
    },
    equity,
    metrics: metricsOf(times, equity, account),
    benchmark: holding && holding.metrics,
    benchmarkEquity: holding?.equity ?? null,
    benchmarkSpan: holding?.span ?? { first: 0, last: equity.length - 1 },
    costs: { fees: account.fees, slippage: account.slippage, funding: account.funding },
    ambiguousBars: account.ambiguousBars,
    warnings: [
      ...(strategy.dataWarnings?.(candles, tradeFrom, parameters, indicators, input) ?? []),
      ...warmupWarnings(candles, tradeFrom, warmupBars, historyBars(strategy, parameters, execution)),
      ...fundingWarnings(candles, tradeFrom, execution, funding),
      ...accountWarnings(account, execution),
      ...observationWarnings(times.openTime, times.intervalSeconds, times.calendar, times.days),
      ...volumeWarnings(account.closed, candles, input.volumeInBaseUnits ?? false),
      ...(holding?.warnings ?? []),
    ],
    bars: candles.length - tradeFrom,
    warmupBars,
    bankrupt: account.bankrupt,
    unpaidLoss: account.unpaidLoss,
  };
  if (input.indicators === undefined) indicators.release();
  return result;
}

/** Bars to load from before the range, so that no average that is carried on depends within it on where the candles begin. */
export function historyBars(
  strategy: Pick<AnyStrategy, 'warmup' | 'settledAfter'>,
  parameters: StrategyParameters,
  execution: Execution,
): number {
  const settledAfter = strategy.settledAfter?.(parameters) ?? 0;
  return Math.max(strategy.warmup(parameters), settledAfter, executionSettledAfter(execution));
}

/** Bars that must have passed before the first that can carry a signal. */
export function requiredWarmupBars(
  strategy: Pick<AnyStrategy, 'warmup'>,
  parameters: StrategyParameters,
  execution: Execution,
): number {
  return Math.max(strategy.warmup(parameters), executionWarmupBars(execution));
}

interface Holding {
  readonly metrics: Metrics;
  readonly equity: Float64Array;
  readonly span: BarSpan;
  readonly warnings: readonly string[];
}

function holdBeside(input: BacktestInput, times: MeasuredTimes): Holding {
  const { execution, benchmark } = input;
  if (!benchmark) return holdOwnSeries(input, times);
  const held = holdBenchmark(benchmark, { ...times, execution });
  const { equity, heldBars, tradedValue } = held;
  const trades = figuresOfTrades(held.trades);
  return { ...held, metrics: computeMetrics({ ...times, equity, trades, heldBars, tradedValue }) };
}

function holdOwnSeries(input: BacktestInput, times: MeasuredTimes): Holding {
  const execution = holdingExecution(input.execution);
  const { equity, account } = simulateStrategy({
    ...input,
    strategy: buyAndHold,
    parameters: {},
    execution,
  });
  return {
    metrics: metricsOf(times, equity, account),
    equity,
    span: { first: 0, last: equity.length - 1 },
    warnings: account.closed.length === 0 ? ['buy and hold, the benchmark, could not afford one lot'] : [],
  };
}

/** What runs over the same bars are measured by. */
type MeasuredTimes = Required<Pick<Performance, 'openTime' | 'intervalSeconds' | 'calendar' | 'days'>>;

function timesOf({ candles, tradeFrom, intervalSeconds, calendar }: BacktestInput): MeasuredTimes {
  const openTime = candles.openTime.subarray(tradeFrom);
  const days = positionsOfDays(openTime, intervalSeconds, calendar);
  return { openTime, intervalSeconds, calendar, days };
}

function metricsOf(
  times: MeasuredTimes,
  equity: Float64Array,
  { closed, heldBars, tradedValue }: Simulation['account'],
): Metrics {
  return computeMetrics({ ...times, equity, trades: closed.figures(), heldBars, tradedValue });
}

function refuseTooFewBars(length: number, tradeFrom: number, warmupBars: number, strategyName: string): void {
  if (length === 0) throw new BacktestRefusal('there are no candles to test on');
  const bars = length - tradeFrom;
  if (bars <= 0) throw new BacktestRefusal('there are no candles in the requested range');
  if (bars < FEWEST_BARS)
    throw new BacktestRefusal('one candle in the requested range is too few: at least 2 are needed');
  if (length < warmupBars + FEWEST_BARS) {
    throw new BacktestRefusal(
      `too few candles: ${strategyName} with these parameters needs ${warmupBars} to warm up and ${FEWEST_BARS} to trade, ` +
        `there are ${length}`,
    );
  }
}
