import { type Bar, type CandleColumns } from '../market/candle-columns';
import { type CandleIndicator, type IncrementalIndicator } from './indicator';
import { type Input, inputs, overColumns, results } from './kernels/over-columns';
import { kernels } from './kernels/simd-kernels';
import { lentColumn } from '../lent-column';

const TRUE_RANGE_LOOKBACK = 1;

/**
 * The bar's range, stretched to the close before it: NaN at the first bar.
 *
 * Source: J. Welles Wilder, New Concepts in Technical Trading Systems (1978).
 */
function trueRange(candles: CandleColumns, into?: Float64Array): Float64Array {
  const ranges = lentColumn(candles.length, into).fill(NaN, 0, TRUE_RANGE_LOOKBACK);
  const write = [[results[0], ranges]] as const;
  overColumns(TRUE_RANGE_LOOKBACK, candles.length, rangeInputs(candles), write, (bytes) =>
    kernels.trueRanges(bytes),
  );
  return ranges;
}

export function rangeInputs({ high, low, close }: CandleColumns): Input[] {
  return [
    [inputs.values, high],
    [inputs.lows, low],
    [inputs.closes, close, 1],
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
