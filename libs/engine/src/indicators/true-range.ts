import { type Bar, type CandleColumns } from '../market/candle-columns';
import { type CandleIndicator, type IncrementalIndicator } from './indicator';
import { inputs, overColumns } from './kernels/over-columns';
import { kernels } from './kernels/simd-kernels';
import { lentColumn } from './lent-column';

const TRUE_RANGE_LOOKBACK = 1;

/**
 * The bar's range, stretched to the close before it: NaN at the first bar.
 *
 * Source: J. Welles Wilder, New Concepts in Technical Trading Systems (1978).
 */
function trueRange(candles: CandleColumns, into?: Float64Array): Float64Array {
  const ranges = lentColumn(candles.length, into).fill(NaN, 0, TRUE_RANGE_LOOKBACK);
  const read = rangeInputs(candles);
  overColumns(TRUE_RANGE_LOOKBACK, candles.length, read, [ranges], (bytes) => kernels.trueRanges(bytes));
  return ranges;
}

export function rangeInputs({ high, low, close }: CandleColumns): Parameters<typeof overColumns>[2] {
  return [
    { column: high, region: inputs.values },
    { column: low, region: inputs.lows },
    { column: close, region: inputs.closes, before: 1 },
  ];
}

/** Comparisons, since Math.max and Math.min take their time over the signs of zeros. */
export function trueRangeOf(high: number, low: number, closeBefore: number): number {
  return (high > closeBefore ? high : closeBefore) - (low < closeBefore ? low : closeBefore);
}

class IncrementalTrueRange implements IncrementalIndicator<Bar> {
  readonly values = Float64Array.of(NaN);
  private before = NaN;

  update({ high, low, close }: Bar): void {
    this.values[0] = trueRangeOf(high, low, this.before);
    this.before = close;
  }
}

export const trueRangeIndicator: CandleIndicator<never> = {
  name: 'true_range',
  summary: 'True range: the range of the bar, stretched to the close before it.',
  parameters: {},
  input: 'candles',
  outputs: ['true_range'],
  lookback: () => TRUE_RANGE_LOOKBACK,
  warmup: () => TRUE_RANGE_LOOKBACK,
  compute: (candles, _parameters, into) => [trueRange(candles, into?.[0])],
  start: () => new IncrementalTrueRange(),
};
