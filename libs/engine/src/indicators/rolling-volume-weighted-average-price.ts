import { type Bar, type CandleColumns } from '../market/candle-columns';
import { type CandleIndicator, type IncrementalIndicator } from './indicator';
import { barsRule } from './parameter-rule';
import { IncrementalRollingSum, rollingSum } from './rolling-sum';
import { typicalPrice, typicalPriceOf } from './typical-price';

function rollingVolumeWeightedAveragePriceLookback(period: number): number {
  return period - 1;
}

/** Mean typical price of the last `period` bars, weighted by volume; NaN before index `period - 1` and without volume. */
export function rollingVolumeWeightedAveragePrice(
  candles: CandleColumns,
  period: number,
  into?: Float64Array,
): Float64Array {
  const values = typicalPrice(candles, into);
  for (let bar = 0; bar < candles.length; bar++) values[bar] *= candles.volume[bar];
  const averages = rollingSum(values, period, 0, values);
  const volumes = rollingSum(candles.volume, period);
  for (let bar = 0; bar < candles.length; bar++) averages[bar] /= volumes[bar];
  return averages;
}

class IncrementalVolumeWeightedAveragePrice implements IncrementalIndicator<Bar> {
  readonly values = Float64Array.of(NaN);
  private readonly traded: IncrementalRollingSum;
  private readonly volume: IncrementalRollingSum;

  constructor(period: number) {
    this.traded = new IncrementalRollingSum(period);
    this.volume = new IncrementalRollingSum(period);
  }

  update(bar: Bar): void {
    this.traded.update(typicalPriceOf(bar) * bar.volume);
    this.volume.update(bar.volume);
    this.values[0] = this.traded.values[0] / this.volume.values[0];
  }
}

export const rollingVolumeWeightedAveragePriceIndicator: CandleIndicator<'period'> = {
  name: 'vwap',
  summary: 'Rolling volume-weighted average price: of the typical prices of the last bars.',
  parameters: { period: barsRule(20, 'Bars in the window.') },
  input: 'candles',
  outputs: ['vwap'],
  lookback: ({ period }) => rollingVolumeWeightedAveragePriceLookback(period),
  warmup: ({ period }) => rollingVolumeWeightedAveragePriceLookback(period),
  compute: (candles, { period }, into) => [rollingVolumeWeightedAveragePrice(candles, period, into?.[0])],
  start: ({ period }) => new IncrementalVolumeWeightedAveragePrice(period),
};
