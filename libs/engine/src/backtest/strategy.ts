import { type IndicatorMemo } from '../indicators/indicator-memo';
import { type ParameterRule } from '../indicators/parameter-rule';
import { type CandleColumns } from '../market/candle-columns';

/** What a strategy says at the close of a bar: a set of these bits in one byte. */
export const ENTER_LONG = 1;
export const EXIT_LONG = 2;
export const ENTER_SHORT = 4;
export const EXIT_SHORT = 8;

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
  ): string | undefined;
  /** One entry is all it makes: after a protective exit it stays out. */
  readonly entersOnce?: boolean;
  /** How many bars pass before the first one that can carry a signal: signals[0 … warmup-1] are 0. */
  warmup(parameters: Readonly<Record<Parameter, number>>): number;
  /**
   * One byte per candle. The byte of bar t is decided at its close, from bars 0 … t alone, and is filled at the open of
   * bar t+1. It is written without knowledge of the position: an entry while in the market, an exit while out of it and
   * the short side where shorting is off mean nothing. `indicators` holds columns of exactly these candles and of no
   * others: the runs of a sweep share one, a lone run brings an empty one.
   */
  signals(
    candles: CandleColumns,
    parameters: Readonly<Record<Parameter, number>>,
    indicators: IndicatorMemo,
  ): Uint8Array;
}

export type StrategyParameters = Readonly<Record<string, number>>;
