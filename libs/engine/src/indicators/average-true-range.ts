import { type Bar, type CandleColumns } from '../market/candle-columns';
import { barsToForget } from './bars-to-forget';
import { type CandleIndicator, type IncrementalIndicator } from './indicator';
import { AVERAGES_AT_ONCE } from './kernels/column-code';
import { overColumns, results, state } from './kernels/over-columns';
import { kernels } from './kernels/simd-kernels';
import { lentColumn } from '../lent-column';
import { barsRule } from './parameter-rule';
import { rangeInputs, trueRangeOf } from './true-range';

export function averageTrueRangeLookback(period: number): number {
  return period;
}

export function averageTrueRangeWarmup(period: number): number {
  return averageTrueRangeLookback(period) + barsToForget(1 - 1 / period);
}

/**
 * True range smoothed as Wilder does: seeded with the mean of the first `period` ranges, then
 * `(previous × (period - 1) + range) / period`; NaN before index `period`.
 *
 * Source: J. Welles Wilder, New Concepts in Technical Trading Systems (1978).
 */
export function averageTrueRange(candles: CandleColumns, period: number, into?: Float64Array): Float64Array {
  const averages = lentColumn(candles.length, into);
  new IncrementalAverageTrueRange(period).write(candles, averages);
  return averages;
}

/** The same, bar by bar. */
export class IncrementalAverageTrueRange implements IncrementalIndicator<Bar> {
  readonly values = Float64Array.of(NaN);
  private readonly weight: number;
  /** Of the share of an average that its successors keep. */
  private readonly powers: number[];
  /** Ranges that the seed still lacks; the first bar has none. */
  private missing: number;
  private closeBefore = NaN;
  /** What the next averages are made of, with the ranges since, up to `AVERAGES_AT_ONCE` of them; see the kernel. */
  private average = 0;
  private sum = 0;
  private ranges = 0;

  constructor(private readonly period: number) {
    const kept = (period - 1) / period;
    this.weight = 1 / period;
    this.powers = [kept];
    while (this.powers.length < AVERAGES_AT_ONCE)
      this.powers.push(this.powers[this.powers.length - 1] * kept);
    this.missing = period + 1;
  }

  update({ high, low, close }: Pick<Bar, 'high' | 'low' | 'close'>): void {
    const share = trueRangeOf(high, low, this.closeBefore) * this.weight;
    this.closeBefore = close;
    if (this.missing > 0) this.addToSeed(share);
    else this.add(share);
  }

  private addToSeed(share: number): void {
    if (this.missing-- > this.period) return;
    this.average += share;
    if (this.missing === 0) this.values[0] = this.average;
  }

  private add(share: number): void {
    this.sum = this.sum * this.powers[0] + share;
    this.values[0] = this.average * this.powers[this.ranges] + this.sum;
    if (++this.ranges < AVERAGES_AT_ONCE) return;
    this.average = this.values[0];
    this.sum = this.ranges = 0;
  }

  /** All of them, instead of one by one; with `inPercent` of the closes. */
  write(candles: CandleColumns, averages: Float64Array, inPercent = false): void {
    const { high, low, close, length } = candles;
    let bar = 0;
    for (; bar < length && this.missing > 0; bar++) {
      this.update({ high: high[bar], low: low[bar], close: close[bar] });
      averages[bar] = inPercent ? percentOf(this.values[0], close[bar]) : this.values[0];
    }
    state.set([this.average, this.weight, ...this.powers]);
    overColumns(bar, length, rangeInputs(candles), [[results[0], averages]], (bytes) => {
      kernels.averageRanges(bytes);
      if (inPercent) kernels.percents(bytes);
    });
  }
}

export function percentOf(range: number, price: number): number {
  return (range / price) * 100;
}

export const averageTrueRangeIndicator: CandleIndicator<'period'> = {
  name: 'atr',
  summary: "Average true range: Wilder's average of the bars' ranges.",
  parameters: { period: barsRule(14, 'Bars of the average.') },
  input: 'candles',
  outputs: ['atr'],
  lookback: ({ period }) => averageTrueRangeLookback(period),
  warmup: ({ period }) => averageTrueRangeWarmup(period),
  compute: (candles, { period }, into) => [averageTrueRange(candles, period, into?.[0])],
  start: ({ period }) => new IncrementalAverageTrueRange(period),
};
