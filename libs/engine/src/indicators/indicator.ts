import { type Bar, type CandleColumns } from '../market/candle-columns';
import { type ParameterRule } from './parameter-rule';

interface DescribedIndicator<Parameter extends string> {
  readonly name: string;
  /** One sentence for people. */
  readonly summary: string;
  readonly parameters: Readonly<Record<Parameter, ParameterRule>>;
  /** Names of the columns that `compute` returns, in its order; the first is what the indicator's name alone means. */
  readonly outputs: readonly string[];
  /** What is wrong with parameters that each keep their own rule, or undefined. */
  check?(parameters: Readonly<Record<Parameter, number>>): string | undefined;
  /** Bars that pass before all outputs are known: the index of the first bar that has them all. */
  lookback(parameters: Readonly<Record<Parameter, number>>): number;
  /**
   * Bars that pass before no output depends, beyond 1e-9 of its size, on where the series was begun: the lookback where
   * a window is all that counts, more where averages are carried on, null where there is no such number.
   */
  warmup(parameters: Readonly<Record<Parameter, number>>): number | null;
  /** What a run loads where there is no such number: bars after which all that it is made of has settled; without, the lookback. */
  warmupOfParts?(parameters: Readonly<Record<Parameter, number>>): number;
  /** Begins anew with each UTC day, as runs do: from their first bar on it needs none before. */
  readonly beginsWithDay?: true;
}

/**
 * An indicator that takes bar after bar: after each `update`, `values` holds what `compute` would have returned for that bar,
 * one number per output, to the bit. The array is the same every time and is written anew.
 */
export interface IncrementalIndicator<Input> {
  readonly values: Float64Array;
  update(input: Input): void;
}

/**
 * Columns that a caller lends for outputs, in the order of the outputs, each as long as the input and none of them part of
 * it: they are written over from end to end and returned. An output without one gets a new column, with the same values.
 */
export type LentColumns = readonly (Float64Array | undefined)[];

/** An indicator of one column of numbers; the close is what a chart would take. */
export interface SourceIndicator<Parameter extends string = string> extends DescribedIndicator<Parameter> {
  readonly input: 'source';
  compute(
    source: Float64Array,
    parameters: Readonly<Record<Parameter, number>>,
    into?: LentColumns,
  ): readonly Float64Array[];
  /** Begins before the first value. */
  start(parameters: Readonly<Record<Parameter, number>>): IncrementalIndicator<number>;
}

/** An indicator of whole candles. */
export interface CandleIndicator<Parameter extends string = string> extends DescribedIndicator<Parameter> {
  readonly input: 'candles';
  compute(
    candles: CandleColumns,
    parameters: Readonly<Record<Parameter, number>>,
    into?: LentColumns,
  ): readonly Float64Array[];
  /** Begins before the first bar. */
  start(parameters: Readonly<Record<Parameter, number>>): IncrementalIndicator<Bar>;
}

/**
 * A measure of the bars so far. Each output has one value per bar, NaN before its warm-up; the value of bar t comes from
 * bars 0 … t alone. Where TA-Lib has the indicator, values and warm-up are TA-Lib's.
 */
export type Indicator<Parameter extends string = string> =
  SourceIndicator<Parameter> | CandleIndicator<Parameter>;
