import { CandleColumns } from '../market/candle-columns';
import { CandleIndicator } from './indicator';
import { barsRule } from './parameter-rule';
import { rollingSum } from './rolling-sum';
import { typicalPrice } from './typical-price';

function rollingVolumeWeightedAveragePriceLookback(period: number): number {
  return period - 1;
}

/** Mean typical price of the last `period` bars, weighted by volume; NaN before index `period - 1` and without volume. */
export function rollingVolumeWeightedAveragePrice(candles: CandleColumns, period: number): Float64Array {
  const values = typicalPrice(candles);
  for (let bar = 0; bar < candles.length; bar++) values[bar] *= candles.volume[bar];
  const averages = rollingSum(values, period);
  const volumes = rollingSum(candles.volume, period);
  for (let bar = 0; bar < candles.length; bar++) averages[bar] /= volumes[bar];
  return averages;
}

export const rollingVolumeWeightedAveragePriceIndicator: CandleIndicator<'period'> = {
  name: 'vwap',
  summary: 'Rolling volume-weighted average price: of the typical prices of the last bars.',
  parameters: { period: barsRule(20, 'Bars in the window.') },
  input: 'candles',
  outputs: ['vwap'],
  lookback: ({ period }) => rollingVolumeWeightedAveragePriceLookback(period),
  compute: (candles, { period }) => [rollingVolumeWeightedAveragePrice(candles, period)],
};
