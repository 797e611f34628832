import { candlesFromPrices } from '../../test/candles-from-prices';
import { dailyVolumeWeightedAveragePrice } from './daily-volume-weighted-average-price';

const HOUR = 3_600_000;

describe('dailyVolumeWeightedAveragePrice', () => {
  it('starts anew at each midnight UTC, also where the bars around it are missing', () => {
    const candles = candlesFromPrices([10, 20, 30, 40, 60], 3_600);
    // 22:00, 23:00, then 00:00, 01:00, then 05:00 two days later.
    candles.openTime.set([22, 23, 24, 25, 24 * 3 + 5].map((hours) => hours * HOUR));
    candles.volume.set([1, 3, 1, 1, 2]);
    const { average, deviation } = dailyVolumeWeightedAveragePrice(candles);
    expect(average).toEqual(Float64Array.of(10, 17.5, 30, 35, 60));
    // √((1 × 7.5² + 3 × 2.5²) / 4) and √((5² + 5²) / 2)
    expect(deviation[0]).toBe(0);
    expect(deviation[1]).toBeCloseTo(Math.sqrt(18.75), 14);
    expect(Array.from(deviation.subarray(2))).toEqual([0, 5, 0]);
  });

  it('is unknown until the day has volume, and takes no notice of bars without', () => {
    const candles = candlesFromPrices([10, 20, 30], 3_600);
    candles.volume.set([0, 2, 0]);
    expect(dailyVolumeWeightedAveragePrice(candles).average).toEqual(Float64Array.of(NaN, 20, 20));
    expect(dailyVolumeWeightedAveragePrice(candles).deviation).toEqual(Float64Array.of(NaN, 0, 0));
  });
});
