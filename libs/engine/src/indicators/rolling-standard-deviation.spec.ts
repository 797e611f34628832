import { randomWalkCandles } from '../../test/random-walk-candles';
import { rollingStandardDeviation } from './rolling-standard-deviation';

describe('rollingStandardDeviation', () => {
  it('is exactly 0 on a flat window, whatever came before', () => {
    const values = randomWalkCandles(400, 3).close;
    values.fill(0.1, 200, 300);
    const deviations = rollingStandardDeviation(values, 20);
    expect(new Set(deviations.subarray(219, 300))).toEqual(new Set([0]));
    expect(deviations.subarray(19, 219).every((deviation) => deviation > 0)).toBe(true);
    expect(deviations.subarray(300).every((deviation) => deviation > 0)).toBe(true);
  });

  it('keeps its digits far from zero, and after a value orders of magnitude away', () => {
    // Four consecutive integers deviate by √1.25, wherever they are.
    const values = Float64Array.from({ length: 300 }, (_, index) => 1e9 + index);
    values[100] = 1e13;
    const deviations = rollingStandardDeviation(values, 4);
    for (const bar of [3, 50, 99, 104, 105, 200, 299]) expect(deviations[bar]).toBeCloseTo(1.25 ** 0.5, 9);
    expect(deviations[103]).toBeGreaterThan(1e12);
  });

  it.each([2, 3, 50, 700])('follows the numbers of a window of %i taken on its own', (period) => {
    const { close } = randomWalkCandles(2_000, 8);
    const deviations = rollingStandardDeviation(close, period);
    for (let bar = period - 1; bar < close.length; bar += 37) {
      const window = close.subarray(bar - period + 1, bar + 1);
      const mean = window.reduce((sum, value) => sum + value, 0) / period;
      const variance = window.reduce((sum, value) => sum + (value - mean) ** 2, 0) / period;
      expect(Math.abs(deviations[bar] / Math.sqrt(variance) - 1)).toBeLessThan(1e-10);
    }
  });
});
