import { type Bar, type CandleColumns } from '../market/candle-columns';
import { type CandleIndicator, type IncrementalIndicator } from './indicator';
import { BYTES } from './kernels/kernel-memory';
import { inputs, overColumns, results, state } from './kernels/over-columns';
import { kernels } from './kernels/simd-kernels';
import { barsRule } from './parameter-rule';
import { IncrementalRollingSum, rollingSum } from './rolling-sum';
import { typicalPrice, typicalPriceOf } from './typical-price';
import { ValueRing } from './value-ring';

function commodityChannelIndexLookback(period: number): number {
  return period - 1;
}

/** Lambert's constant: it puts most values between -100 and 100. */
const SCALE = 0.015;

/**
 * Distance of the typical price to its mean over `period` bars, in 0.015 mean absolute deviations; NaN before index
 * `period - 1`, 0 over a flat window (TA-Lib's convention). The deviations are taken anew around each bar's mean, so the
 * cost grows with the period.
 *
 * Source: Donald Lambert, Commodities magazine, October 1980.
 */
function commodityChannelIndex(candles: CandleColumns, period: number, into?: Float64Array): Float64Array {
  const prices = typicalPrice(candles);
  const indexes = rollingSum(prices, period, 0, into);
  const lookback = commodityChannelIndexLookback(period);
  const read = [
    [inputs.values, prices, lookback],
    [results[0], indexes],
  ] as const;
  overColumns(lookback, candles.length, read, [[results[0], indexes]], (bytes) => {
    state.set([period, SCALE]);
    kernels.distances(bytes, period * BYTES);
  });
  return indexes;
}

/**
 * The same, bar by bar. Here alone an update costs the more the longer the period is: a sum of distances carried on from
 * another mean would not be the same to the bit.
 */
class IncrementalCommodityChannelIndex implements IncrementalIndicator<Bar> {
  readonly values = Float64Array.of(NaN);
  private readonly sum: IncrementalRollingSum;
  private readonly window: ValueRing;
  private readonly inOrder: Float64Array;

  constructor(private readonly period: number) {
    this.sum = new IncrementalRollingSum(period);
    this.window = new ValueRing(period);
    this.inOrder = new Float64Array(period);
  }

  update(bar: Bar): void {
    const { inOrder } = this;
    const price = typicalPriceOf(bar);
    this.sum.update(price);
    this.window.exchange(price);
    const mean = this.sum.values[0] / this.period;
    if (Number.isNaN(mean)) return;
    this.window.copyTo(inOrder);
    let deviation = 0;
    for (let index = 0; index < inOrder.length; index++) deviation += Math.abs(inOrder[index] - mean);
    this.values[0] = indexOf(price - mean, deviation, this.period);
  }
}

function indexOf(distance: number, deviation: number, period: number): number {
  return deviation === 0 || distance === 0 ? 0 : distance / ((SCALE * deviation) / period);
}

export const commodityChannelIndexIndicator: CandleIndicator<'period'> = {
  name: 'cci',
  summary: 'Commodity channel index: the distance of the typical price to its mean in mean deviations.',
  parameters: { period: barsRule(20, 'Bars in the window.', 2) },
  input: 'candles',
  outputs: ['cci'],
  lookback: ({ period }) => commodityChannelIndexLookback(period),
  warmup: ({ period }) => commodityChannelIndexLookback(period),
  compute: (candles, { period }, into) => [commodityChannelIndex(candles, period, into?.[0])],
  start: ({ period }) => new IncrementalCommodityChannelIndex(period),
};
