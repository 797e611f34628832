import { type AnyStrategy } from '../backtest/any-strategy';
import { fundingWarnings } from '../backtest/backtest-warnings';
import { type Execution } from '../backtest/execution';
import { type FundingColumns } from '../backtest/funding';
import { type BenchmarkSeries } from '../backtest/hold-benchmark';
import { historyBars, requiredWarmupBars } from '../backtest/run-backtest';
import { type StrategyParameters } from '../backtest/strategy';
import { type Calendar } from '../calendar/calendar';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { type DataNeed } from '../known-data/data-request';
import { type DataOfRun } from '../known-data/known-data';
import { type CandleColumns } from '../market/candle-columns';
import { candleWarnings } from '../market/gap-warnings';
import { type Trade } from '../performance/trade';
import { type PortfolioTrade } from '../portfolio/portfolio';

/** Bars `from` (inclusive) to `to` (exclusive). */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** One of a portfolio says of which member; its indices count from the span's first bar. */
export type SpanTrade = Trade | PortfolioTrade;

export interface SpanRun {
  /** One value per bar of the span; the first is the initial capital. */
  readonly equity: Float64Array;
  /** Of the same bars, in ms. */
  readonly openTime: Float64Array;
  readonly tradeCount: number;
  readonly trades: readonly SpanTrade[];
  readonly bankrupt: boolean;
  readonly heldBars: number;
  /** Value of all fills. */
  readonly tradedValue: number;
}

/**
 * Runs one combination over a span: from flat and the initial capital at its first bar to closed out at its last; with `feeRate`
 * instead of the maker and the taker fees of its execution, where it is given.
 */
export type SpanSimulator = (span: Span, feeRate?: number) => SpanRun;

/** How a run's days end and its figures are annualised. */
export interface TrialTime {
  readonly intervalSeconds: number;
  readonly calendar: Calendar;
}

/** What all combinations and windows have in common. */
interface TrialAccount extends TrialTime {
  readonly execution: Execution;
  /** The series that is held beside a search; without, the series itself, or what the trials are compared with. */
  readonly benchmark?: BenchmarkSeries | null;
}

/** One strategy on one series. */
export interface SeriesTrials extends TrialAccount {
  /** Closed candles, oldest first; those before a span warm its indicators up. */
  readonly candles: CandleColumns;
  readonly strategy: AnyStrategy;
  /** What the strategy needs besides the candles. */
  readonly data?: DataOfRun;
  readonly funding?: FundingColumns | null;
}

/** What is tried on more than one series: its simulations come with it. */
export interface AccountTrials extends TrialAccount {
  /** For messages. */
  readonly name: string;
  /** Of the account's bars, in ms; those before a span are history. */
  readonly openTime: Float64Array;
  /** Bars that a combination needs before the first that it can decide in. */
  readonly warmupBars: (parameters: StrategyParameters) => number;
  /** Bars before the first in which no decision of a combination depends on where the candles begin. */
  readonly historyBars: (parameters: StrategyParameters) => number;
  /** What decisions of a combination read besides the candles. */
  readonly needs: (parameters: StrategyParameters) => readonly DataNeed[];
  /** What a reader of a search has to know of that data, and of the members' series. */
  readonly dataWarnings: (parameters: StrategyParameters) => readonly string[];
  /** What makes a combination useless on this data, or undefined. */
  readonly findProblem: (parameters: StrategyParameters) => string | undefined;
  readonly simulatorOf: (parameters: StrategyParameters) => SpanSimulator;
  /** What is held over a span where no benchmark is named, whatever the combination. */
  readonly hold: SpanSimulator;
}

export type TrialSetting = SeriesTrials | AccountTrials;

export function isOfOneSeries(setting: TrialSetting): setting is SeriesTrials {
  return 'candles' in setting;
}

export function openTimesOf(setting: TrialSetting): Float64Array {
  return isOfOneSeries(setting) ? setting.candles.openTime : setting.openTime;
}

export function nameOf(setting: TrialSetting): string {
  return isOfOneSeries(setting) ? setting.strategy.name : setting.name;
}

export function historyBarsOf(setting: TrialSetting, parameters: StrategyParameters): number {
  return isOfOneSeries(setting)
    ? historyBars(setting.strategy, parameters, setting.execution)
    : setting.historyBars(parameters);
}

export function warmupBarsOf(setting: TrialSetting, parameters: StrategyParameters): number {
  return isOfOneSeries(setting)
    ? requiredWarmupBars(setting.strategy, parameters, setting.execution)
    : setting.warmupBars(parameters);
}

/** What decisions of a combination read besides the candles. */
export function needsOf(setting: TrialSetting, parameters: StrategyParameters): readonly DataNeed[] {
  return isOfOneSeries(setting) ? (setting.strategy.needs?.(parameters) ?? []) : setting.needs(parameters);
}

/**
 * What a run of a combination from the bar `from` on says of the candles and of the data that it reads. Throws BacktestRefusal
 * where none of it counts.
 */
export function dataWarningsOf(
  setting: TrialSetting,
  parameters: StrategyParameters,
  from: number,
): readonly string[] {
  if (!isOfOneSeries(setting)) return setting.dataWarnings(parameters);
  const { candles, intervalSeconds, calendar, strategy, execution, funding = null } = setting;
  const indicators = new IndicatorMemo();
  const ofData = strategy.dataWarnings?.(candles, from, parameters, indicators, setting) ?? [];
  indicators.release();
  return [
    ...candleWarnings(candles.openTime.subarray(from), intervalSeconds, calendar),
    ...ofData,
    ...fundingWarnings(candles, from, execution, funding),
  ];
}
