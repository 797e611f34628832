import { candlesFromPrices } from '../../test/candles-from-prices';
import { rollingVolumeWeightedAveragePrice } from './rolling-volume-weighted-average-price';

describe('rollingVolumeWeightedAveragePrice', () => {
  it('weighs by volume and is unknown without any', () => {
    const candles = candlesFromPrices([10, 20, 30, 40, 50]);
    candles.volume.set([1e18, 3, 1, 0, 0]);
    // 20 × 3 and 30 × 1 over 4; 30 alone; nothing.
    expect(rollingVolumeWeightedAveragePrice(candles, 2)).toEqual(Float64Array.of(NaN, 10, 22.5, 30, NaN));
  });
});
