import { type IndicatorMemo } from '../indicators/indicator-memo';
import { type ParameterRule } from '../indicators/parameter-rule';
import { type Calendar } from '../calendar/calendar';
import { type DataNeed } from '../known-data/data-request';
import { type DataOfRun } from '../known-data/known-data';
import { type CandleColumns } from '../market/candle-columns';
import { type PositionRules } from './position-rules';

/** What a strategy says at the close of a bar: a set of these bits in one byte. */
export const ENTER_LONG = 1;
export const EXIT_LONG = 2;
export const ENTER_SHORT = 4;
export const EXIT_SHORT = 8;

/** What the bars of a series are in time, and what is known besides them. */
export interface BarTimes {
  readonly intervalSeconds: number;
  readonly calendar: Calendar;
  /** What the strategy needs, by the keys of its requests; absent where it needs nothing. */
  readonly data?: DataOfRun;
}

/** Hourly, round the clock. */
export const PLAIN_TIMES: BarTimes = { intervalSeconds: 3_600, calendar: '24x7' };

/** A trading rule over closed candles, without state: `Parameter` is the union of its parameters' names. */
export interface Strategy<Parameter extends string = string> {
  readonly name: string;
  /** One sentence for people. */
  readonly summary: string;
  readonly parameters: Readonly<Record<Parameter, ParameterRule>>;
  /** The values worth trying when a search names none. */
  readonly defaultGrid?: Readonly<Partial<Record<Parameter, readonly number[]>>>;
  /** What is wrong with parameters that each keep their own rule, or undefined. */
  check?(parameters: Readonly<Record<Parameter, number>>): string | undefined;
  /** What makes it useless on these candles, such as a value that no bar has; it is then refused instead of run. */
  findProblem?(
    candles: CandleColumns,
    parameters: Readonly<Record<Parameter, number>>,
    indicators: IndicatorMemo,
    times?: BarTimes,
  ): string | undefined;
  /** One entry is all it makes: after a protective exit it stays out. */
  readonly entersOnce?: boolean;
  /** What it reads besides the candles that it trades; absent where that is nothing. */
  needs?(parameters: Readonly<Record<Parameter, number>>): readonly DataNeed[];
  /** What a reader of its run has to know of that data. Throws BacktestRefusal where none of it counts. */
  dataWarnings?(
    candles: CandleColumns,
    tradeFrom: number,
    parameters: Readonly<Record<Parameter, number>>,
    indicators: IndicatorMemo,
    times: BarTimes,
  ): readonly string[];
  /** How many bars pass before the first one that can carry a signal: signals[0 … warmup-1] are 0. */
  warmup(parameters: Readonly<Record<Parameter, number>>): number;
  /** How many bars pass before no average that it carries on depends on where the candles begin; absent where it carries none on. */
  settledAfter?(parameters: Readonly<Record<Parameter, number>>): number;
  /**
   * One byte per candle. The byte of bar t is decided at its close, from bars 0 … t alone, and is filled at the open of
   * bar t+1. It is written without knowledge of the position: an entry while in the market, an exit while out of it and
   * the short side where shorting is off mean nothing. `indicators` holds columns of exactly these candles and of no
   * others: the runs of a sweep share one, a lone run brings an empty one. `times` is PLAIN_TIMES without.
   */
  signals(
    candles: CandleColumns,
    parameters: Readonly<Record<Parameter, number>>,
    indicators: IndicatorMemo,
    times?: BarTimes,
  ): Uint8Array;
  /** For what also depends on the position, or says more than a signal can: it then decides instead of the signals. */
  positionRules?(
    candles: CandleColumns,
    parameters: Readonly<Record<Parameter, number>>,
    indicators: IndicatorMemo,
    times?: BarTimes,
  ): PositionRules;
}

/** What decides at each close. */
export type Decisions = Uint8Array | PositionRules;

export function decisionsOf(
  strategy: Strategy,
  candles: CandleColumns,
  parameters: StrategyParameters,
  indicators: IndicatorMemo,
  times: BarTimes,
): Decisions {
  return (
    strategy.positionRules?.(candles, parameters, indicators, times) ??
    strategy.signals(candles, parameters, indicators, times)
  );
}

export type StrategyParameters = Readonly<Record<string, number>>;
